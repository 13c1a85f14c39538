import { expect, test } from "vitest";
import { mountIsland } from "../../islands/runtime/testing.ts";
import { schema } from "./fixtures/islands/play/counter.props.ts";
import * as counter from "./fixtures/islands/play/counter.tsx";
import { $presses } from "./fixtures/islands/stores/presses.ts";

const islands = { counter: { ...counter, schema } };
const html = `<div data-island="counter" data-props='{"label":"Add","start":2,"step":1}'></div>`;

test("a rendered island keeps its elements when it comes alive, and then answers presses", async () => {
  const { el, ready, errors } = mountIsland(html, { islands, ssr: true, stores: [$presses] });
  const button = el.querySelector("button");

  await ready;
  expect(el.querySelector("button")).toBe(button);
  button?.click();
  await new Promise((resolve) => setTimeout(resolve, 50));

  expect(el.querySelector("output")?.textContent).toBe("3");
  expect(errors).toEqual([]);
});
