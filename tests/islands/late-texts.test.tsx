import { afterEach, expect, test, vi } from "vitest";
import { watchChanges } from "../../islands/runtime/changes.ts";
import type { TextsPart } from "../../islands/runtime/contract.ts";
import { until } from "./tasks.ts";

afterEach(() => void document.body.replaceChildren());

test("texts that were replaced while their script could not be fetched are handled with the next ones", async () => {
  const el = document.body.appendChild(document.createElement("p"));
  el.setAttribute("data-island-alive", "");
  el.innerHTML = "<b>One</b><b>Two</b>";
  const texts = [...el.children].map(({ firstChild }) => firstChild as Text);
  const handled: [Node[], boolean | undefined][] = [];
  const keepTexts: TextsPart["keepTexts"] = (_el, records, isLate) => {
    const removed = records.flatMap(({ removedNodes }) => [...removedNodes]);
    if (removed[0]) handled.push([removed, isLate]);
  };
  const loadTexts = vi.fn<() => Promise<TextsPart>>().mockRejectedValueOnce(new Error("404")).mockResolvedValue({ keepTexts });
  const report = vi.fn();
  const stop = watchChanges(
    el,
    () => {},
    { loadTexts },
    report,
    (records) => records,
  );

  texts[0]?.replaceWith(document.createElement("font"));
  await until(() => report.mock.calls.length > 0);
  expect(handled).toEqual([]);
  texts[1]?.replaceWith(document.createElement("font"));
  await until(() => handled.length > 0);
  const added = el.querySelector("font");
  added?.remove();
  await until(() => handled.length > 1);

  expect(handled).toEqual([
    [texts, true],
    [[added], false],
  ]);
  stop();
});
