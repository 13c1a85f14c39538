import { atom } from "nanostores";
import { use, useEffect, useState } from "react";
import { act, islandHtml, mountIsland } from "server-islands/testing";
import { expect, test } from "vitest";
import { z } from "zod";
import * as counter from "./fixtures/islands/play/counter.tsx";

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

test("islandHtml writes the props so that they arrive as they were, the trigger, the tag and the fallback", async () => {
  const props = { label: `"quoted" 'single' <b> &amp;`, start: 2, step: 1 };
  const markup = islandHtml("counter", props, { on: "visible:200px", tag: "section" }, "<i>fallback</i>");
  expect(markup).toMatch(/^<section .*<i>fallback<\/i><\/section>$/);
  const { el, ready, errors } = mountIsland(markup, { islands: { counter } });
  await ready;

  expect(el.dataset.islandOn).toBe("visible:200px");
  expect(JSON.parse(el.dataset.props ?? "")).toEqual(props);
  expect(el.querySelector("button")?.textContent).toBe(props.label);
  expect(errors).toEqual([]);
});

test("an island that suspends cannot be rendered as the server would, which is told with its name", () => {
  const never = new Promise<string>(() => {});
  const Waiting = () => <p>{use(never)}</p>;
  expect(() => mountIsland(islandHtml("waiting", {}), { islands: { waiting: { default: Waiting } }, ssr: true })).toThrow(
    /^Island waiting: it suspends, .* await the data before you render/,
  );
});

function Bell({ label, count }: { label: string; count: number }) {
  const [pressed, setPressed] = useState(count);
  return (
    <button type="button" onClick={() => setPressed(pressed + 1)}>
      {label}: {pressed}
    </button>
  );
}
const schema = z.object({ label: z.string(), count: z.number().default(0) });

for (const [title, attributes, text] of [
  ["the schema's defaults", `data-props='{"label":"Presses"}'`, "Presses: 0"],
  ["single props", `data-prop-label="Presses" data-prop-count="4"`, "Presses: 4"],
  ["both", `data-prop-label="Presses"`, "Presses: 0"],
] as const) {
  test(`an island that is rendered first gets ${title}, and nothing differs`, async () => {
    const bell = `<div data-island="bell" ${attributes}></div>`;
    const { el, ready, errors } = mountIsland(bell, { islands: { bell: { default: Bell, schema } }, ssr: true });
    const rendered = el.querySelector("button");
    expect(el.textContent).toBe(text);
    await ready;

    await act(() => el.querySelector("button")?.click());

    expect(el.textContent).toBe(text.replace(/\d+/, (count) => `${Number(count) + 1}`));
    expect(el.querySelector("button")).toBe(rendered);
    expect(errors).toEqual([]);
  });
}

const Editor = () => (
  <p contentEditable suppressContentEditableWarning>
    Write here
  </p>
);

test("what was typed into an editable element is no mismatch", async () => {
  const editor = mountIsland(`<div data-island="editor"></div>`, {
    islands: { editor: { default: Editor } },
    ssr: true,
    wait: true,
  });
  const paragraph = editor.el.querySelector("p");
  if (paragraph) paragraph.textContent = "Typed";

  await editor.trigger();

  expect(editor.errors).toEqual([]);
});
