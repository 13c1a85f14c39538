import Cookies from "js-cookie";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { schema } from "../../islands/catalog/buy-box.props.ts";
import * as buyBox from "../../islands/catalog/buy-box.tsx";
import { $shipTo } from "../../islands/stores/ship-to.ts";
import { fakeShop } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, type Screen } from "../islands-shop/screen.ts";
import { choice, few, beside as gallery, states } from "./buy-box.states.ts";

const line = "POST /storefront/checkout/line";
const props = states["in stock"];

/** The views that the page reported to the shop. */
let told: unknown[] = [];
beforeEach(() => {
  told = [];
  vi.stubGlobal("navigator", {
    sendBeacon: (path: string, body: URLSearchParams) => void told.push([path, String(body)]),
  });
});

/** Replaces the browser's observer; the returned function reports whether an element is in view. */
function watchView(): (id: string, isIntersecting: boolean) => Promise<void> {
  const reports = new Map<string, (entries: object[]) => void>();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe: (element: Element) => void;
      disconnect = () => {};
      constructor(report: (entries: object[]) => void) {
        this.observe = ({ id }) => void reports.set(id, report);
      }
    },
  );
  return (id, isIntersecting) => doing(() => reports.get(id)?.([{ isIntersecting }]));
}

const open = async (more: object = {}, beside = gallery) => {
  window.dataLayer = [];
  history.replaceState({ kept: true }, "", "/storefront/products/tee/?ship_to=TX");
  const screen = await openScreen("buy-box", { ...buyBox, schema }, { ...props, ...more }, { beside });
  const stage = screen.find("#pictures");
  if (stage) Object.defineProperty(stage, "clientWidth", { value: 400 });
  return screen;
};
const choose = (screen: Screen, id: string) => doing(() => screen.get(`[value=${id}]`).click());
const text = (screen: Screen, selector: string) => screen.get(selector).textContent;

test("without scripts every choice stands with its own price and stock beside its radio, in one form", async () => {
  fakeShop({});
  const screen = await openScreen("buy-box", { ...buyBox, schema }, props, { wait: true });

  const rows = [...screen.el.querySelectorAll(".radio-card")].map((row) =>
    [...row.querySelectorAll("span")].map((each) => each.textContent),
  );
  expect(rows).toEqual([
    ["S", "In stock", "$10.00"],
    ["M", "Only 3 left", "$15.00"],
    ["L", "out of stock", "$10.00"],
  ]);
  expect(screen.get("[value=s]").checked).toBe(true);
  expect(screen.get<HTMLFormElement>("form").getAttribute("action")).toBe("/storefront/cart/add");
  expect(screen.get("[name=quantity]").value).toBe("1");
  expect(text(screen, ".price__now")).toBe("$10.00 - $15.00");
});

test("where only the name differs the choices are chips, and what is scarce is marked for the stylesheet to tell", async () => {
  fakeShop({});
  const screen = await open({ choices: [choice("s"), choice("m", few(2)), choice("l", few(0))], shape: "chip" });
  const chips = [...screen.el.querySelectorAll<HTMLElement>(".chips > .chip")];
  const told = (chip: HTMLElement) => [chip.dataset.most, chip.querySelector(".radio-card__note")?.textContent];

  expect(chips.map(told)).toEqual([
    ["99", "In stock"],
    ["2", "Only 2 left"],
    ["0", "out of stock"],
  ]);
});

test("a garment's sizes stand by its colours, and each radio is heard with both", async () => {
  fakeShop({});
  const of = (id: string, group: string) => choice(id, { group, name: `${group} / ${id}`, short: id });
  const screen = await open({ choices: [of("s", "Sage"), of("m", "Sage"), of("x", "Ink")], shape: "chip" });
  const groups = [...screen.el.querySelectorAll(".chips")];
  expect(groups.map((group) => group.querySelector(".choices__group")?.textContent)).toEqual(["Sage", "Ink"]);
  expect(groups.map((group) => group.querySelector(".radio-card__name")?.textContent)).toEqual(["Sage s", "Ink x"]);
});

test("price, saving, stock and picture follow the choice", async () => {
  fakeShop({});
  const screen = await open();
  const stage = screen.get<HTMLUListElement>("#pictures");

  await choose(screen, "m");

  expect(text(screen, ".price__now")).toBe("$15.00");
  expect(text(screen, ".price__was")).toBe(" before $20.00");
  expect(text(screen, ".price__save")).toBe(" save 25%");
  expect(text(screen, ".availability")).toBe("Only 3 left");
  expect(stage.scrollLeft).toBe(400);
});

test("a choice that is gone takes the button away, another brings it back (requirements 141, 143)", async () => {
  fakeShop({});
  const screen = await open();

  await choose(screen, "l");
  expect(text(screen, ".availability")).toBe("out of stock");
  expect(screen.find("button")).toBeNull();

  await choose(screen, "s");
  expect(screen.button("Add to cart").disabled).toBe(false);
});

test("what may not be sold in a state says so and has no button (requirement 142)", async () => {
  fakeShop({});
  const screen = await open({ unavailable: "NOT AVAILABLE IN YOUR STATE" });

  expect(text(screen, ".availability")).toBe("NOT AVAILABLE IN YOUR STATE");
  expect(text(screen, ".buy-bar .availability")).toBe("NOT AVAILABLE IN YOUR STATE");
  expect(screen.find("button, .product__actions, .radio-card__note")).toBeNull();
});

test("what may not be sold in the state that the shopper chooses says so at once, and no more when the choice is another (requirement 142)", async () => {
  fakeShop({});
  const screen = await open({ restrictedAreas: ["ID", "TX"] });
  const buttons = () => screen.el.querySelectorAll(".buy-bar button, .product__actions").length;
  expect(buttons()).toBe(2);

  await doing(() => $shipTo.set("TX"));
  const told = [...screen.el.querySelectorAll(".availability")].map((each) => each.textContent);
  expect([told, buttons()]).toEqual([["NOT AVAILABLE IN YOUR STATE", "NOT AVAILABLE IN YOUR STATE"], 0]);
  // No choice has a stock note next to it.
  expect(screen.find(".radio-card__note")).toBeNull();

  await doing(() => $shipTo.set("OR"));
  expect(buttons()).toBe(2);
  $shipTo.set(undefined);
});

test("the quantity steps between one and what is left, and follows a scarcer choice down", async () => {
  fakeShop({});
  const screen = await open();
  const quantity = screen.get("[name=quantity]");

  await screen.press("One less");
  expect(quantity.value).toBe("1");
  for (let press = 0; press < 5; press++) await screen.press("One more");
  expect(quantity.value).toBe("6");
  expect(quantity.max).toBe("99");

  await choose(screen, "m");
  expect(quantity.value).toBe("3");
  await screen.press("One more");
  expect(quantity.value).toBe("3");
});

test("the chosen variant goes into the cart as often as asked, and analytics hear of the look and of the choice", async () => {
  const shop = fakeShop({ [line]: { data: { id: "c1", state: "open", lines: [] } } });
  Cookies.set("checkoutId", "c1");
  const screen = await open();

  await choose(screen, "m");
  await screen.press("One more");
  await screen.submit();

  expect(shop.requests[0]?.body).toEqual({ checkoutId: "c1", variantId: "m", quantity: 2 });
  const events = (window.dataLayer ?? []).filter((entry) => (entry as { event?: string }).event);
  expect(events).toMatchObject([
    {
      event: "view_item",
      ecommerce: { value: 10, items: [{ item_id: "s", item_name: "Tee", item_category: "apparel", quantity: 1 }] },
    },
    { event: "add_to_cart", ecommerce: { value: 30, items: [{ item_id: "m", item_variant: "M", price: 15, quantity: 2 }] } },
  ]);
});

test("a product of one variant offers no choice", async () => {
  fakeShop({});
  const screen = await open({ choices: [choice("s", { name: "" })] });

  expect(screen.find("fieldset")).toBeNull();
  expect(screen.get("[name=variantId]").type).toBe("hidden");
});

test("the address follows the choice, in place of the one before", async () => {
  fakeShop({});
  const screen = await open();
  const before = history.length;

  await choose(screen, "m");
  await choose(screen, "s");
  await choose(screen, "m");

  expect(location.pathname + location.search).toBe("/storefront/products/tee/?ship_to=TX&variant=m");
  expect([history.length, history.state]).toEqual([before, { kept: true }]);
});

test("the choice is kept by the pages and the order of the reviews (requirements 158, 159)", async () => {
  fakeShop({});
  const form = '<form><input type="hidden" id="kept-variant"></form>';
  const link = '<a href="/storefront/products/tee/?reviews_page=2&amp;variant=s#reviews">2</a>';
  const screen = await open({}, `${gallery}<section id="reviews">${form}${link}</section>`);

  await choose(screen, "m");

  expect([...new FormData(screen.get<HTMLFormElement>("#reviews form"))]).toEqual([["variant", "m"]]);
  expect(screen.get("#reviews a").getAttribute("href")).toMatch(/tee\/\?reviews_page=2&variant=m#reviews$/);
});

test("the bar has the name, the price of the choice and a button of the same form, and is away while the footer is seen (requirements 160, 161)", async () => {
  fakeShop({});
  const report = watchView();
  const screen = await open();
  const bar = screen.get<HTMLElement>(".buy-bar");

  expect(bar.dataset.away).toBe("false");
  expect(text(screen, ".buy-bar__name")).toBe("Tee");
  expect(text(screen, ".buy-bar__choice")).toBe("$10.00 S");
  expect(bar.querySelector("button")?.form).toBe(screen.get<HTMLFormElement>("form"));
  await choose(screen, "m");
  expect(text(screen, ".buy-bar__choice")).toBe("$15.00 M");

  await report("site-footer", true);
  expect(bar.dataset.away).toBe("true");
  await report("site-footer", false);
  expect(bar.dataset.away).toBe("false");
});

test("the bar's button is quiet while the form's own one is in view", async () => {
  fakeShop({});
  const report = watchView();
  const screen = await open();
  const kind = () => /button--(\w+)/.exec(screen.get(".buy-bar button").className)?.[1];

  expect(kind()).toBe("primary");
  await report("add", true);
  expect(kind()).toBe("secondary");
  await report("add", false);
  expect(kind()).toBe("primary");
});

const swatches = ({ el }: Screen) => [...el.querySelectorAll(".swatch circle")].map((circle) => circle.getAttribute("fill"));

test("a group's known colour is shown once, beside its name", async () => {
  fakeShop({});
  const inSage = { group: "Sage", swatch: "#9db08c" };
  const screen = await open({ choices: props.choices.map((choice) => ({ ...choice, ...inSage })) });

  expect(swatches(screen)).toEqual(["#9db08c"]);
});

test("a choice's known colour is shown beside its name", async () => {
  fakeShop({});
  const [small, ...others] = props.choices;
  const screen = await open({ choices: [{ ...small, swatch: "#9db08c" }, ...others] });

  expect(swatches(screen)).toEqual(["#9db08c"]);
});

test("a thumbnail scrolls the stage alone, and the shown picture's is the current one (requirements 152, 153)", async () => {
  fakeShop({});
  const screen = await open();
  const stage = screen.get<HTMLElement>("#pictures");
  const current = () => [...screen.get("#thumbs").children].map((thumb) => thumb.getAttribute("aria-current"));
  const scrollTo = async (left: number) => {
    stage.scrollLeft = left;
    await doing(() => stage.dispatchEvent(new Event("scroll")));
  };

  await scrollTo(0);
  expect(current()).toEqual(["true", "false"]);
  const press = new MouseEvent("click", { bubbles: true, cancelable: true });
  await doing(() => screen.get("[href='#picture-2'] img").dispatchEvent(press));
  expect(press.defaultPrevented).toBe(true);
  expect(stage.scrollLeft).toBe(400);
  await scrollTo(390);
  expect(current()).toEqual(["false", "true"]);
});

test("a product of one picture needs no thumbnails", async () => {
  fakeShop({});
  const screen = await open({}, '<ul id="pictures"><li></li></ul><footer id="site-footer"></footer>');
  await choose(screen, "m");
  expect([text(screen, ".price__now"), screen.errors]).toEqual(["$15.00", []]);
});

test("a look is told once, when the page is seen, and remembered by this browser", async () => {
  fakeShop({});
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  onTestFinished(() => hidden.mockRestore());
  localStorage.setItem("recentlyViewed", ["a", "p-1", ..."bcdefghijkl"].join(" "));

  const screen = await open();
  await choose(screen, "m");
  expect(told).toEqual([]);
  hidden.mockReturnValue(false);
  await doing(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await doing(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));

  expect(told).toEqual([["/storefront/api/views", "productId=p-1"]]);
  expect(localStorage.getItem("recentlyViewed")).toBe(["p-1", "a", ..."bcdefghijk"].join(" "));
});

test("a browser that keeps nothing for the shop can still buy", async () => {
  fakeShop({});
  const denied = vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  onTestFinished(() => denied.mockRestore());
  const screen = await open();
  expect([screen.errors, screen.button("Add to cart").disabled]).toEqual([[], false]);
  expect(told).toHaveLength(1);
});

test("on a page whose loading was stopped before its footer came, the choice still works", async () => {
  fakeShop({});
  watchView();
  const screen = await open({}, gallery.replace(/<footer.*/, ""));

  await choose(screen, "m");
  expect([text(screen, ".price__now"), screen.errors]).toEqual(["$15.00", []]);
});
