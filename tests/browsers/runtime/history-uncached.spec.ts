import { openUsedPage, otherPage, resumeRecorder, shown, stateOf } from "./history.ts";
import { alive, expect, expectTexts, test } from "./test.ts";

test.use({ backForwardCache: false, prelude: resumeRecorder });

test("on the way back without the back-forward cache what was typed is in the page and in the component @runtime", async ({
  tab,
  server,
}) => {
  await openUsedPage(tab, server);
  await tab.open(server.page(otherPage));
  await tab.see(["p", "Other"]);

  await tab.back();
  await tab.see(alive("fields"));

  expect(await tab.run(shown)).toEqual([]);
  expect(await tab.valueOf(["input", "Name"])).toBe("Ann");
  await expectTexts(tab, "output", ["0", stateOf("Ann")]);
  await tab.click(["button", "Add"]);
  await expectTexts(tab, "output", ["1", stateOf("Ann")]);
});
