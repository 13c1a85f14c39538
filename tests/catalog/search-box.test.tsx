import { mountIsland } from "server-islands/testing";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import * as searchBox from "../../islands/catalog/search-box.tsx";
import { doing } from "../islands-shop/screen.ts";

const line = (at: number, name: string, href: string) =>
  `<a id="suggestion-${at}" role="option" aria-selected="false" tabindex="-1" href="${href}"><span>${name}</span></a>`;
const answers: Record<string, string> = {
  gl: line(0, "Glass", "#glass") + line(1, "Glacier Tube", "#tube") + line(2, "All 2 results for “gl”", "#all"),
  gla: line(0, "Glacier Tube", "#tube"),
  zz: "",
};

const answered = (q: string) => new Response(answers[q], { headers: { "content-type": "text/html" } });

/**
 * A shop that answers after 20 ms. `requests` holds its requests, and `givenUp` the aborted ones.
 */
function fakeShop(respond = answered) {
  const shop = { requests: [] as string[], givenUp: [] as string[] };
  vi.stubGlobal("fetch", (url: URL, { signal }: RequestInit) => {
    const q = url.searchParams.get("q") ?? "";
    if (signal?.aborted) return Promise.reject(signal.reason);
    shop.requests.push(q);
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(shop.givenUp.push(q)));
      setTimeout(() => resolve(Object.defineProperty(respond(q), "url", { value: url.href })), 20);
    });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return shop;
}

const form = (value: string) => `<form class="search" action="/storefront/collections/" role="search">
  <input id="q" name="q" value="${value}" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="suggestions">
  <button type="submit" aria-label="Search"></button>
  <div class="search__found"><div id="suggestions" role="listbox" aria-label="Suggestions"></div><div data-island="search-box" data-island-on="visible"></div></div>
  <output name="found"></output>
</form>`;

async function openBox({ value = "", wait = false } = {}) {
  const mounted = mountIsland(form(value), { islands: { "search-box": searchBox }, ssr: true, wait });
  await mounted.ready;
  const el = mounted.el.closest("form") as HTMLFormElement;
  const field = el.querySelector("input") as HTMLInputElement;
  const options = () => [...el.querySelectorAll<HTMLAnchorElement>("[role=option]")];
  const pass = (ms: number) => doing(() => vi.advanceTimersByTime(ms)).then(() => doing(() => {}));
  const type = (text: string) =>
    doing(() => {
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  const press = async (key: string): Promise<boolean> => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    await doing(() => field.dispatchEvent(event));
    return event.defaultPrevented;
  };
  const suggest = async (text: string) => {
    await type(text);
    await pass(150);
    await pass(20);
  };
  const active = () => {
    const chosen = options().filter((option) => option.getAttribute("aria-selected") === "true");
    expect(chosen.map(({ id }) => id).join()).toBe(field.getAttribute("aria-activedescendant"));
    return chosen[0]?.textContent;
  };
  const expanded = () => field.getAttribute("aria-expanded");
  const announced = () => el.querySelector("output")?.value;
  return { ...mounted, field, options, pass, type, press, suggest, active, expanded, announced };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test("what is typed is asked for once, after a pause, and the shopper hears how many suggestions there are", async () => {
  const shop = fakeShop();
  const box = await openBox();

  await box.type("g");
  await box.type("gl");
  await box.pass(149);
  expect(shop.requests).toEqual([]);
  await box.pass(1);
  await box.pass(20);

  expect(shop.requests).toEqual(["gl"]);
  expect(box.options().map(({ textContent }) => textContent)).toEqual(["Glass", "Glacier Tube", "All 2 results for “gl”"]);
  expect([box.expanded(), box.announced(), box.active()]).toEqual(["true", "3 suggestions", undefined]);
});

test("an answer that was overtaken is dropped, whichever comes last", async () => {
  const shop = fakeShop();
  const box = await openBox();
  await box.type("gl");
  await box.pass(160);
  await box.type("gla");
  await box.pass(10);
  expect(shop.givenUp).toEqual(["gl"]);
  expect(box.options()).toEqual([]);

  await box.pass(140);
  await box.pass(20);
  expect(box.options()).toHaveLength(1);
});

test("the arrows go through the list and back to the field, Home and End to its ends", async () => {
  fakeShop();
  const box = await openBox();
  await box.suggest("gl");

  expect(await box.press("Home")).toBe(false);
  await box.press("ArrowDown");
  expect(box.active()).toBe("Glass");
  await box.press("End");
  expect(box.active()).toBe("All 2 results for “gl”");
  await box.press("ArrowDown");
  expect(box.active()).toBeUndefined();
  await box.press("ArrowUp");
  expect(box.active()).toBe("All 2 results for “gl”");
  await box.press("ArrowUp");
  expect(box.active()).toBe("Glacier Tube");
  expect(await box.press("Home")).toBe(true);
  expect(box.active()).toBe("Glass");
  await box.press("ArrowUp");
  expect(box.active()).toBeUndefined();
});

test("Enter follows the chosen suggestion, and without one searches for what was typed", async () => {
  fakeShop();
  const box = await openBox();
  await box.suggest("gl");
  const followed: string[] = [];
  for (const option of box.options())
    option.addEventListener("click", (event) => {
      event.preventDefault();
      followed.push(option.hash);
    });

  expect(await box.press("Enter")).toBe(false);
  await box.press("ArrowDown");
  await box.press("ArrowDown");
  expect(await box.press("Enter")).toBe(true);
  expect(followed).toEqual(["#tube"]);
});

test("Escape closes the list first and clears the field then, and Down opens it again", async () => {
  fakeShop();
  const box = await openBox();
  await box.suggest("gl");

  await box.press("Escape");
  expect([box.expanded(), box.options().length, box.announced(), box.field.value]).toEqual(["false", 0, "", "gl"]);
  await box.press("ArrowDown");
  await box.pass(150);
  await box.pass(20);
  expect(box.expanded()).toBe("true");
  await box.press("Escape");
  await box.press("Escape");
  expect(box.field.value).toBe("");
});

test("leaving the field closes the list and forgets what was asked; a press on a suggestion does not leave it", async () => {
  const shop = fakeShop();
  const box = await openBox();
  await box.suggest("gl");
  const press = new MouseEvent("mousedown", { bubbles: true, cancelable: true });
  box.options()[0]?.dispatchEvent(press);
  expect(press.defaultPrevented).toBe(true);

  await box.type("gla");
  await doing(() => box.field.dispatchEvent(new FocusEvent("blur")));
  await box.pass(200);
  expect([shop.requests, box.expanded(), box.options().length]).toEqual([["gl"], "false", 0]);
});

test("nothing found, a single letter and a shop that fails show nothing and say nothing", async () => {
  const shop = fakeShop((q) =>
    q === "gla" ? new Response("{}", { status: 500, headers: { "content-type": "application/json" } }) : answered(q),
  );
  const box = await openBox();
  for (const text of ["zz", "g", "gla"]) {
    await box.suggest("gl");
    expect(box.expanded(), text).toBe("true");
    await box.suggest(text);
    expect([box.expanded(), box.announced(), box.options().length], text).toEqual(["false", "", 0]);
  }
  expect(shop.requests).toEqual(["gl", "zz", "gl", "gl", "gla"]);
  expect(box.errors).toEqual([]);
});

test("what was typed before the script came is suggested for, and stays", async () => {
  const shop = fakeShop();
  const box = await openBox({ wait: true });
  box.field.value = "gl";
  await box.trigger();
  await box.pass(150);
  await box.pass(20);
  expect([shop.requests, box.field.value, box.expanded()]).toEqual([["gl"], "gl", "true"]);
});

test("a box that is taken away asks for nothing more", async () => {
  const shop = fakeShop();
  const box = await openBox();
  await box.type("gl");
  await box.unmount();
  await vi.advanceTimersByTimeAsync(200);
  expect(shop.requests).toEqual([]);
});
