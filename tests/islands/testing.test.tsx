import { atom } from "nanostores";
import { useEffect } from "react";
import { mountIsland } from "server-islands/testing";
import { expect, test } from "vitest";

const html = `<div data-island="leaky"></div>`;
const $kept = atom(0);

let take: () => () => void;
let giveBack = () => {};

/** Takes a resource in its effect, and releases it only when the test says so. */
function Leaky() {
  useEffect(() => {
    giveBack = take();
  }, []);
  return <p>leaky</p>;
}

function Tidy() {
  useEffect(() => {
    const gone = new AbortController();
    window.addEventListener("resize", listener, { signal: gone.signal });
    const interval = setInterval(listener, 1000);
    return () => {
      gone.abort();
      clearInterval(interval);
    };
  }, []);
  return <p>tidy</p>;
}

const listener = () => {};
/** The line that took the resource. */
const here = " \\(testing\\.test\\.tsx:\\d+\\)";
for (const [title, left, where, taking] of [
  [
    "a listener on the window",
    "a resize listener on window",
    here,
    () => {
      window.addEventListener("resize", listener);
      return () => window.removeEventListener("resize", listener);
    },
  ],
  [
    "a listener on the document",
    "a keydown listener on document",
    here,
    () => {
      document.addEventListener("keydown", listener);
      return () => document.removeEventListener("keydown", listener);
    },
  ],
  [
    "an interval",
    "an interval",
    here,
    () => {
      const interval = setInterval(listener, 1000);
      return () => clearInterval(interval);
    },
  ],
  ["a subscription to a store", "1 listeners of a store", "", () => $kept.listen(listener)],
] as const) {
  test(`a test of an island that leaves ${title} behind fails`, async () => {
    take = taking;
    const { ready, unmount } = mountIsland(html, { islands: { leaky: { default: Leaky } }, stores: [$kept] });
    await ready;

    const failed = await unmount().catch((error: Error) => error.message);

    expect(failed).toMatch(new RegExp(`^The island left behind: ${left}${where}\nAn effect has to return a function`));
    giveBack();
  });
}

test("an island that gives everything back passes, and one that aborts its listeners too", async () => {
  const { ready, unmount } = mountIsland(html, { islands: { leaky: { default: Tidy } } });
  await ready;

  await expect(unmount()).resolves.toBeUndefined();
});

test("HTML without an island is a mistake in the test", () => {
  expect(() => mountIsland("<p></p>", { islands: {} })).toThrow(
    "There is no data-island in this HTML: <p></p>\nmountIsland takes",
  );
});

test("an island whose trigger is misspelt would never be mounted, which is told at once", () => {
  const misspelt = html.replace("<div", '<div data-island-on="laod"');
  expect(() => mountIsland(misspelt, { islands: { leaky: { default: Tidy } } })).toThrow(
    'Island leaky would never be mounted: there is no trigger "laod"',
  );
});
