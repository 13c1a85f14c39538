/**
 * Which browsers the shop supports (docs/decisions/009-browsers.md): the versions that were the
 * newest thirty months before `asOf`, and all later ones. `npm run check` computes them again from
 * MDN's release dates; whoever moves the date writes down what it says.
 */
export const asOf = "2026-11-22";
export const months = 30;

export const browsers = {
  chrome: "125",
  chrome_android: "125",
  edge: "125",
  firefox: "126",
  firefox_android: "126",
  safari: "17.5",
  safari_ios: "17.5",
} as const;

/**
 * What the loader asks for before it starts anything: every supported browser has it, and one that
 * has it has all that islands use without asking. Styles ask for the selector before they show what
 * needs a script. The versions are those that first have both.
 */
export const gate = {
  feature: "api.HTMLElement.togglePopover",
  selector: "popover-open",
  file: "islands/entry.ts",
  browsers: {
    chrome: "114",
    chrome_android: "114",
    edge: "114",
    firefox: "125",
    firefox_android: "125",
    safari: "17",
    safari_ios: "17",
  },
} as const;

const { chrome, edge, firefox, safari, safari_ios } = gate.browsers;

/**
 * What esbuild writes scripts and the stylesheet for; it has one name for a browser and its twin on
 * Android. Whoever passes the gate must be able to read every chunk, and the pages of those that do
 * not still owe their look to rules that are not nested.
 */
export const target: string[] = [`chrome${chrome}`, `edge${edge}`, `firefox${firefox}`, `safari${safari}`, `ios${safari_ios}`];
