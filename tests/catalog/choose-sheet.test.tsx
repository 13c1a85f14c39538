import Cookies from "js-cookie";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { schema } from "../../islands/catalog/choose-options.props.ts";
import * as chooseOptions from "../../islands/catalog/choose-options.tsx";
import { schema as sheetSchema } from "../../islands/catalog/choose-sheet.props.ts";
import * as chooseSheet from "../../islands/catalog/choose-sheet.tsx";
import { fakeShop, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, type Screen } from "../islands-shop/screen.ts";
import { states as optionsStates } from "./choose-options.states.ts";

const line = "POST /storefront/checkout/line";
const href = "/storefront/products/tee/";

const radio = (id: string, left: number, checked = "") =>
  `<label class="chip" data-most="${left}"><input type="radio" name="variantId" value="${id}" ${checked}>${id}</label>`;
const card = {
  name: "Tee",
  category: { slug: "apparel" },
  variants: ["s", "m", "l"].map((id) => ({ id, name: id.toUpperCase(), price: 12 })),
};
const productPage = (
  choices: string,
) => `<form id="buy"><p class="price">$12.00</p><fieldset class="choices">${choices}</fieldset></form>
  <script type="application/json" id="product-data">${JSON.stringify(card)}</script>`;

/** Answers requests for the product's page, besides the calls that `fakeShop` answers. */
function answerPage(html: string): string[] {
  const fetched: string[] = [];
  const { fetch: calls } = globalThis;
  vi.stubGlobal("fetch", async (path: string | URL, init?: RequestInit) => {
    if (!String(path).includes("/products/")) return await calls(String(path), init);
    fetched.push(new URL(path, location.href).pathname + new URL(path, location.href).search);
    return { ok: true, url: String(path), headers: new Map([["content-type", "text/html"]]), text: async () => html };
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return fetched;
}

function open(props: object = {}): Promise<Screen> {
  Cookies.set("checkoutId", "c1");
  const beside = '<div data-island="choose-sheet" data-island-on="load"></div>';
  const others = { "choose-sheet": { ...chooseSheet, schema: sheetSchema } };
  return openScreen("choose-options", { ...chooseOptions, schema }, { ...optionsStates.tee, href, ...props }, { beside, others });
}

/** Presses the card's button, and waits for its sheet or an error. */
async function openSheet(screen: Screen): Promise<void> {
  await screen.submit();
  await vi.waitFor(() => doing(() => expect(screen.find("dialog, [aria-busy]")?.ariaBusy ?? null).toBeNull()));
}

beforeEach(() => {
  window.dataLayer = [];
});

test("without scripts the button leads to the product's page, in the state of the address", async () => {
  fakeShop({});
  const screen = await open({ area: "TX" });
  const form = screen.get<HTMLFormElement>("form");
  expect([form.method, form.getAttribute("action"), screen.get("[name=ship_to]").value]).toEqual(["get", href, "TX"]);
  expect(screen.button("Choose options: Tee").textContent).toBe("Choose options");
});

test("the sheet has the options of the product's page; what is gone cannot be chosen, and the choice goes into the cart", async () => {
  const shop = fakeShop({ [line]: { data: { id: "c1", state: "open", lines: [] } } });
  const fetched = answerPage(productPage(radio("s", 99, "checked") + radio("m", 3) + radio("l", 0)));
  const screen = await open({ area: "TX" });

  await openSheet(screen);
  expect(fetched).toEqual([`${href}?ship_to=TX`]);
  const sheet = screen.get<HTMLDialogElement>("dialog");
  expect([sheet.open, screen.get("#choose-title").textContent, screen.get("[value=l]").disabled]).toEqual([true, "Tee", true]);
  expect(document.activeElement).toBe(screen.get("[value=s]"));

  screen.get("[value=m]").checked = true;
  await doing(() => sheet.querySelector("form")?.requestSubmit());

  expect(shop.requests[0]?.body).toEqual({ checkoutId: "c1", variantId: "m", quantity: 1 });
  expect(window.dataLayer?.at(-1)).toMatchObject({
    event: "add_to_cart",
    ecommerce: { value: 12, items: [{ item_id: "m", item_name: "Tee", item_variant: "M", item_category: "apparel" }] },
  });
  await vi.waitFor(() => expect(screen.find("dialog")).toBeNull());
  expect(document.activeElement).toBe(screen.button("Choose options: Tee"));
});

test("a refusal stands in the sheet, which stays", async () => {
  fakeShop({ [line]: reply(409, { error: "Only 2 of this item are left.", code: "out_of_stock" }) });
  answerPage(productPage(radio("s", 2, "checked")));
  const screen = await open();
  await openSheet(screen);

  await doing(() => screen.get("dialog").querySelector("form")?.requestSubmit());

  expect(screen.get("dialog [role=alert]").textContent).toBe("Only 2 of this item are left.");
  expect([screen.get<HTMLDialogElement>("dialog").open, toasts()]).toEqual([true, []]);
  expect(window.dataLayer).toEqual([]);
  await doing(() => screen.button("Cancel").click());
});

test("where all options are gone meanwhile the card says so, and can be pressed again", async () => {
  fakeShop({});
  answerPage(productPage(radio("s", 0)));
  const screen = await open();
  await openSheet(screen);
  expect(screen.find("dialog")).toBeNull();
  expect(toasts()).toEqual(["error: We couldn’t load the options. Please try again."]);
  expect(screen.button("Choose options: Tee").disabled).toBe(false);
});

test("a press before the close event of the last sheet, which comes a frame later, opens it anew", async () => {
  fakeShop({});
  answerPage(productPage(radio("s", 99, "checked") + radio("m", 3)));
  const screen = await open();
  await openSheet(screen);
  const last = screen.get<HTMLDialogElement>("dialog");

  await doing(() => last.removeAttribute("open"));
  await doing(() => screen.get<HTMLFormElement>("form").requestSubmit());
  await doing(() => last.dispatchEvent(new Event("close")));
  await vi.waitFor(() => doing(() => expect(screen.get<HTMLDialogElement>("dialog").open).toBe(true)));

  expect(screen.get("dialog")).not.toBe(last);
});
