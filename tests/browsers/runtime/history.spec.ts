import { hasNoCache, keepAndShow, openUsedPage, otherPage, resumeRecorder, shown, stateOf } from "./history.ts";
import { alive, expect, expectTexts, test } from "./test.ts";

test.use({ prelude: resumeRecorder });

test("on the way back from the back-forward cache islands stand as they were left, and are told to resume @runtime", async ({
  tab,
  server,
}) => {
  await openUsedPage(tab, server);
  expect(await tab.run(shown)).toEqual([]);
  await tab.open(server.page(otherPage));
  await tab.see(["p", "Other"]);

  await tab.back();
  await tab.see(alive("counter"));
  if (await tab.run(hasNoCache)) {
    await openUsedPage(tab, server);
    await tab.run(keepAndShow);
  }

  expect(await tab.run(shown)).toEqual(["persisted", "resume"]);
  await tab.click(["button", "Add"]);
  await expectTexts(tab, "output", ["2", stateOf("Ann")]);
});
