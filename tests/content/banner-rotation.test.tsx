import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { schema } from "../../islands/content/banner-rotation.props.ts";
import * as bannerRotation from "../../islands/content/banner-rotation.tsx";
import { doing, openScreen } from "../islands-shop/screen.ts";
import { states } from "./banner-rotation.states.ts";

const pass = (ms: number) => doing(() => vi.advanceTimersByTime(ms));

/**
 * State that happy-dom lacks: the pointer's position, and the shopper's setting for reduced motion.
 */
let pointed: boolean;
let calm: boolean;
let hidden: boolean;

beforeEach(() => {
  [pointed, calm, hidden] = [false, false, false];
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const matches = Element.prototype.matches;
  vi.spyOn(Element.prototype, "matches").mockImplementation(function (this: Element, selector) {
    if (selector !== ":hover,:focus-within") return matches.call(this, selector);
    return pointed || this.contains(document.activeElement);
  });
  vi.stubGlobal("matchMedia", () => ({ matches: calm }));
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  // This cleanup runs last, after the island was removed from the page.
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});

/** Three banners of 400 pixels in a list that shows one, and a link after them. */
async function open() {
  const screen = await openScreen("banner-rotation", { ...bannerRotation, schema }, states["three banners"], {
    beside:
      '<section><ul id="banners"><li><a id="inside" href="#a">See it</a></li></ul></section><a id="outside" href="#b">On</a>',
  });
  const list = screen.get<HTMLUListElement>("#banners");
  for (const [name, value] of Object.entries({ clientWidth: 400, scrollWidth: 1200 }))
    Object.defineProperty(list, name, { value });
  list.scrollTo = ((x: number) => {
    // The list snaps to a banner.
    list.scrollLeft = 400 * Math.round(x / 400);
    list.dispatchEvent(new Event("scroll"));
  }) as typeof list.scrollTo;
  const frame = list.parentElement as HTMLElement;
  const shown = () => screen.get("p").textContent;
  const announced = () => screen.get("p").getAttribute("aria-live");
  const point = (at: boolean) =>
    doing(() => {
      pointed = at;
      frame.dispatchEvent(new MouseEvent(at ? "mouseenter" : "mouseleave"));
    });
  return { ...screen, shown, announced, point };
}

test("the next banner comes every 3000 ms, and the first after the last (requirement 164)", async () => {
  const { shown, announced } = await open();
  expect([shown(), announced()]).toEqual(["Half a kilo of hoodie: 1 of 3", "off"]);

  await pass(2999);
  expect(shown()).toBe("Half a kilo of hoodie: 1 of 3");
  await pass(1);
  expect(shown()).toBe("For the bench in October: 2 of 3");
  await pass(3000);
  expect(shown()).toBe("Sewn to be mended: 3 of 3");
  await pass(3000);
  expect(shown()).toBe("Half a kilo of hoodie: 1 of 3");
});

test("a banner that is pointed at stays, and has its whole time afterwards (requirement 164)", async () => {
  const { shown, announced, point } = await open();
  await pass(2900);

  await point(true);
  await pass(6000);
  expect([shown(), announced()]).toEqual(["Half a kilo of hoodie: 1 of 3", "polite"]);

  await point(false);
  await pass(2999);
  expect(shown()).toBe("Half a kilo of hoodie: 1 of 3");
  await pass(1);
  expect(shown()).toBe("For the bench in October: 2 of 3");
});

test("banners rest while the focus is among them (requirement 164)", async () => {
  const { shown, get } = await open();

  await doing(() => get("#inside").focus());
  await pass(6000);
  expect(shown()).toBe("Half a kilo of hoodie: 1 of 3");

  await doing(() => get("#outside").focus());
  await pass(3000);
  expect(shown()).toBe("For the bench in October: 2 of 3");
});

test("a shopper pauses the banners for good, and lets them go on (requirement 164)", async () => {
  const { shown, announced, press, get } = await open();

  await press("Pause banners");
  await doing(() => get("#outside").focus());
  await pass(6000);
  expect([shown(), announced()]).toEqual(["Half a kilo of hoodie: 1 of 3", "polite"]);

  await press("Play banners");
  await doing(() => get("#outside").focus());
  await pass(3000);
  expect([shown(), announced()]).toEqual(["For the bench in October: 2 of 3", "off"]);
});

test("banners rest in a tab that nobody looks at (requirement 164)", async () => {
  const { shown } = await open();
  hidden = true;
  await pass(6000);
  expect(shown()).toBe("Half a kilo of hoodie: 1 of 3");
  hidden = false;
  await pass(3000);
  expect(shown()).toBe("For the bench in October: 2 of 3");
});

test("who asked for less movement sees no banner move by itself (requirement 164)", async () => {
  calm = true;
  const { shown, announced } = await open();
  await pass(33_000);
  expect([shown(), announced()]).toEqual(["Half a kilo of hoodie: 1 of 3", "polite"]);
});
