/**
 * The browsers that the shop supports (docs/decisions/009-browsers.md): the versions that were the
 * newest thirty months before `asOf`, and all later ones. `npm run check` computes them again from
 * MDN's release dates; after moving the date, copy its result.
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
 * The condition that the loader checks before it starts anything. Every supported browser meets it,
 * and a browser that meets it has everything that islands use. Stylesheets use `selector` to show
 * parts that need a script only in such browsers. `browsers` has the first versions with both
 * `feature` and `selector`.
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
 * esbuild's targets for scripts and the stylesheet; esbuild has one name for a browser and its
 * Android version. A browser that meets the gate must parse every chunk. Styles must also work in
 * browsers that do not meet it, so rules are not nested.
 */
export const target: string[] = [`chrome${chrome}`, `edge${edge}`, `firefox${firefox}`, `safari${safari}`, `ios${safari_ios}`];
