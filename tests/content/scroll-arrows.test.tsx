import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { schema } from "../../islands/content/scroll-arrows.props.ts";
import * as scrollArrows from "../../islands/content/scroll-arrows.tsx";
import { doing, openScreen } from "../islands-shop/screen.ts";
import { states } from "./scroll-arrows.states.ts";

/** Simulates the browser's event when the list's size changes, since happy-dom has no layout. */
let resize: () => void;

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(look: () => void) {
        resize = look;
      }
      observe = (list: Element) => expect(list.id).toBe("best");
      disconnect() {}
    },
  );
});

afterEach(() => vi.unstubAllGlobals());

/** A list with `width` pixels of content, of which 400 are visible. */
async function open(width: number) {
  const screen = await openScreen(
    "scroll-arrows",
    { ...scrollArrows, schema },
    { of: "best", name: "Best sellers" },
    {
      beside: '<ul id="best"></ul>',
    },
  );
  const list = screen.get<HTMLUListElement>("#best");
  for (const [name, value] of Object.entries({ clientWidth: 400, scrollWidth: width }))
    Object.defineProperty(list, name, { value });
  list.scrollBy = ((x: number) => {
    list.scrollLeft = Math.max(0, Math.min(list.scrollLeft + x, width - 400));
    list.dispatchEvent(new Event("scroll"));
  }) as typeof list.scrollBy;
  await doing(resize);
  const ends = () => ["Previous", "Next"].map((word) => screen.button(`${word}: Best sellers`).getAttribute("aria-disabled"));
  return { ...screen, list, ends };
}

test("the arrows turn a carousel by what it shows, and are disabled at its ends without losing the focus (requirement 163)", async () => {
  const { press, list, ends } = await open(1000);
  expect(ends()).toEqual(["true", "false"]);

  await press("Next: Best sellers");
  expect([list.scrollLeft, ...ends()]).toEqual([400, "false", "false"]);

  await press("Next: Best sellers");
  expect([list.scrollLeft, ...ends()]).toEqual([600, "false", "true"]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Next: Best sellers");

  await press("Previous: Best sellers");
  expect([list.scrollLeft, ...ends()]).toEqual([200, "false", "false"]);
});

test("a carousel that shows everything needs no arrows (requirement 163)", async () => {
  const { ends } = await open(400);
  expect(ends()).toEqual(["true", "true"]);
});
test("on a page whose loading was stopped before the list came, they do nothing and break nothing", async () => {
  const screen = await openScreen("scroll-arrows", { ...scrollArrows, schema }, states["best sellers"]);

  expect(screen.button("Previous: Best sellers").getAttribute("aria-disabled")).toBe("true");
  expect(screen.errors).toEqual([]);
});
