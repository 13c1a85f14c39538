import type { Tab } from "../../support/engines/tab.ts";
import type { FixtureServer } from "./fixture-server.ts";
import { stateOf } from "./history.ts";
import { alive, counterProps, expect, expectTexts, fieldsProps, waitForCount } from "./test.ts";

/** Islands as the server renders them; a second version has other props for the counter. */
export const renderedOnce = ({ islands }: FixtureServer): string =>
  `<h1>Before</h1>${islands.render("counter", counterProps)}${islands.render("fields", fieldsProps)}`;
export const renderedAgain = ({ islands }: FixtureServer): string =>
  `<h1>After</h1>${islands.render("counter", { ...counterProps, label: "More", step: 10 })}${islands.render("fields", fieldsProps)}`;

export async function useIslands(tab: Tab): Promise<void> {
  await waitForCount(tab, alive(), 2);
  await tab.click(["button", "Add"]);
  await tab.fill(["input", "Name"], "Ann");
  await expectTexts(tab, "output", ["1", stateOf("Ann")]);
}

/**
 * Expects that the page is the new one after a morph, and that it keeps the used islands, with new
 * props.
 */
export async function expectMorphed(tab: Tab): Promise<void> {
  await expectTexts(tab, "h1", ["After"]);
  await tab.click(["button", "More"]);
  await expectTexts(tab, "output", ["11", stateOf("Ann")]);
  expect(await tab.valueOf(["input", "Name"])).toBe("Ann");
  await waitForCount(tab, alive(), 2);
  await tab.focus(["input", "Name"]);
  await tab.press("End");
  await tab.type("a");
  await expectTexts(tab, "output", ["11", stateOf("Anna")]);
}
