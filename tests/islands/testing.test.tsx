import { atom } from "nanostores";
import { useEffect } from "react";
import { mountIsland } from "server-islands/testing";
import { expect, test } from "vitest";

const html = `<div data-island="leaky"></div>`;
const $kept = atom(0);

let take: () => () => void;
let giveBack = () => {};

/** Takes something in its effect, and gives it back only when the test says so. */
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
for (const [title, left, taking] of [
  [
    "a listener on the window",
    "a resize listener on window",
    () => {
      window.addEventListener("resize", listener);
      return () => window.removeEventListener("resize", listener);
    },
  ],
  [
    "a listener on the document",
    "a keydown listener on document",
    () => {
      document.addEventListener("keydown", listener);
      return () => document.removeEventListener("keydown", listener);
    },
  ],
  [
    "an interval",
    "an interval",
    () => {
      const interval = setInterval(listener, 1000);
      return () => clearInterval(interval);
    },
  ],
  ["a subscription to a store", "1 listeners of a store", () => $kept.listen(listener)],
] as const) {
  test(`a test of an island that leaves ${title} behind fails`, async () => {
    take = taking;
    const { ready, unmount } = mountIsland(html, { islands: { leaky: { default: Leaky } }, stores: [$kept] });
    await ready;

    const failed = await unmount().catch((error: Error) => error.message);

    expect(failed).toBe(`The island left behind: ${left}`);
    giveBack();
  });
}

test("an island that gives everything back passes, and one that aborts its listeners too", async () => {
  const { ready, unmount } = mountIsland(html, { islands: { leaky: { default: Tidy } } });
  await ready;

  await expect(unmount()).resolves.toBeUndefined();
});

test("HTML without an island is a mistake in the test", () => {
  expect(() => mountIsland("<p></p>", { islands: {} })).toThrow("There is no data-island in this HTML");
});
