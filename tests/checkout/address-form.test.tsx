import { expect, test } from "vitest";
import { schema } from "../../islands/checkout/address-form.props.ts";
import * as addressForm from "../../islands/checkout/address-form.tsx";
import { mary } from "../islands-shop/countries.ts";
import { fakeShop, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, type Screen, watchNavigation, watchScrolling } from "../islands-shop/screen.ts";
import { states } from "./address-form.states.ts";

const action = "/storefront/checkout/shipping";
const props = states.new;
const open = (typed: object, more: { wait?: boolean } = {}, saved: object[] = []) =>
  openScreen("address-form", { ...addressForm, schema }, { ...props, saved, typed: { ...props.typed, ...typed } }, more);

const areas = (screen: Screen) => [...screen.get<HTMLSelectElement>("[name=countryArea]").options].map(({ value }) => value);
const isDisabled = (screen: Screen) => screen.button("Continue").disabled;
const fill = async (screen: Screen, address: Record<string, string>) => {
  for (const [name, value] of Object.entries(address)) await screen.type(name, value);
};

test("the address and the wish to keep it are sent, the way goes on to the methods (requirements 57, 58, 71, 72, 74)", async () => {
  const shop = fakeShop({ [`POST ${action}`]: { data: {} } });
  const visited = watchNavigation();
  const screen = await open({});

  await fill(screen, { ...mary, phone: "512 555 0100" });
  screen.get("[name=saveForLater]").click();
  await screen.press("Continue");

  expect(shop.requests[0]?.body).toEqual({
    shippingAddress: { ...mary, phone: "512 555 0100" },
    checkoutId: "c1",
    saveForLater: true,
  });
  expect(visited).toEqual(["/storefront/checkout/shipping_method/c1/"]);
  expect(screen.errors).toEqual([]);
});

test("a saved address that is chosen fills in the form, which then needs nothing more", async () => {
  const shop = fakeShop({ [`POST ${action}`]: { data: {} } });
  watchNavigation();
  const ontario = { ...mary, id: "a-2", city: "Ottawa", postalCode: "K1A 0B1", country: "CA", countryArea: "ON", current: false };
  const screen = await open({}, {}, [{ ...mary, id: "a-1", current: false }, ontario]);
  expect(isDisabled(screen)).toBe(true);
  expect([...screen.el.querySelectorAll("button")].map(({ textContent }) => textContent)).not.toContain("Use this address");

  await doing(() => screen.get("[value=a-1]").click());
  expect([screen.get("[name=city]").value, areas(screen).includes("ON")]).toEqual(["Austin", false]);
  await doing(() => screen.get("[value=a-2]").click());
  expect([screen.get("[name=country]").value, areas(screen).includes("TX")]).toEqual(["CA", false]);
  // Happy-dom does not select an option that is created as selected; browsers do.
  await screen.type("countryArea", "ON");
  await screen.press("Continue");

  const { id: _, current: _current, ...address } = ontario;
  expect(shop.requests[0]?.body).toEqual({ shippingAddress: address, checkoutId: "c1", saveForLater: false });
  expect(screen.errors).toEqual([]);
});

test("fields with a saved address start closed, and a refusal opens them and focuses its field", async () => {
  const errors = [{ field: "postalCode", message: "Enter a ZIP code such as 78701." }];
  fakeShop({ [`POST ${action}`]: { data: { errors } } });
  const saved = [{ ...mary, id: "a-1", current: true }];
  const screen = await open(mary, {}, saved);
  const fold = screen.get<HTMLDetailsElement>("details");
  expect([fold.open, fold.contains(screen.get("[name=saveForLater]")), isDisabled(screen)]).toEqual([false, true, false]);

  await screen.press("Continue");

  expect([fold.open, document.activeElement]).toEqual([true, screen.get("[name=postalCode]")]);
});

test.each([
  ["another address than a saved one", [], false],
  ["a saved address that was refused", [{ field: "city", message: "Enter your city." }], true],
])("fields with %s start open", async (_what, errors, current) => {
  const saved = [{ ...mary, id: "a-1", current }];
  const screen = await openScreen(
    "address-form",
    { ...addressForm, schema },
    { ...props, saved, typed: { ...props.typed, ...mary }, errors },
  );

  expect(screen.get<HTMLDetailsElement>("details").open).toBe(true);
});

test("a saved address that lacks a required field opens the fields, so that one sees why Continue waits", async () => {
  fakeShop({});
  const screen = await open({ ...mary, lastName: "" }, {}, [{ ...mary, lastName: "", id: "a-1", current: true }]);

  expect([screen.get<HTMLDetailsElement>("details").open, isDisabled(screen)]).toEqual([true, true]);
});

test("an address that shall not be kept says so (requirement 58)", async () => {
  const shop = fakeShop({ [`POST ${action}`]: { data: {} } });
  watchNavigation();
  const screen = await open(mary);

  await screen.press("Continue");

  expect(shop.requests[0]?.body).toMatchObject({ saveForLater: false });
});

test("Continue waits for every required input and select, and waits again when one is emptied (requirement 75)", async () => {
  fakeShop({});
  const screen = await open({});
  const { phone: _, country: _country, ...required } = mary;
  expect(isDisabled(screen)).toBe(true);

  const waits: boolean[] = [];
  for (const [name, value] of Object.entries(required)) {
    waits.push(isDisabled(screen));
    await screen.type(name, value);
  }
  expect(waits).toEqual([true, true, true, true, true, true]);
  expect(isDisabled(screen)).toBe(false);

  for (const name of ["firstName", "countryArea"] as const) {
    await screen.type(name, name === "firstName" ? "  " : "");
    expect(isDisabled(screen)).toBe(true);
    await screen.type(name, mary[name]);
    expect(isDisabled(screen)).toBe(false);
  }
});

test.each(["change", "focusin", "load"])(
  "Continue wakes at `%s` after fields were filled in without an input event",
  async (kind) => {
    fakeShop({});
    const screen = await open({});
    expect(screen.get("[name=streetAddress1]").autocomplete).toBe("shipping street-address");
    for (const [name, value] of Object.entries(mary)) screen.get(`[name=${name}]`).value = value;
    expect(isDisabled(screen)).toBe(true);

    const target = kind === "load" ? window : screen.get("[name=city]");
    await doing(() => target.dispatchEvent(new Event(kind, { bubbles: true })));

    expect(isDisabled(screen)).toBe(false);
  },
);

test("another country brings its own areas, and Continue waits for a choice (requirement 75)", async () => {
  fakeShop({});
  const screen = await open(mary);
  expect(areas(screen)).toEqual(["", "NY", "TX"]);
  expect(screen.get("label[for=countryArea]").textContent).toBe("State");

  await screen.type("country", "CA");

  expect(areas(screen)).toEqual(["", "ON"]);
  expect(screen.get("label[for=countryArea]").textContent).toBe("Province");
  expect(screen.get("[name=countryArea]").value).toBe("");
  expect(isDisabled(screen)).toBe(true);
  await screen.type("countryArea", "ON");
  expect(isDisabled(screen)).toBe(false);
});

test("each message stands below its field, in red, and the first failing field comes into view (requirements 59, 76–80)", async () => {
  const errors = [
    { field: "postalCode", message: "Enter a ZIP code like 73301." },
    { field: "city", message: "Enter your city." },
  ];
  fakeShop({ [`POST ${action}`]: [reply(200, { data: { errors } }), reply(200, { data: {} })] });
  const visited = watchNavigation();
  const scrolled = watchScrolling();
  const screen = await open(mary);

  await screen.press("Continue");

  for (const { field, message } of errors) {
    const input = screen.get(`[name=${field}]`);
    expect(input.getAttribute("aria-invalid")).toBe("true");
    expect(screen.get(`#${input.getAttribute("aria-describedby")}`).textContent).toBe(message);
  }
  expect(scrolled).toEqual(["city smooth"]);
  expect(document.activeElement).toBe(screen.get("[name=city]"));
  expect(toasts()).toEqual(["error: some errors found"]);
  expect(visited).toEqual([]);

  await screen.press("Continue");
  expect(screen.find(".field__error")).toBeNull();
  expect(visited).toHaveLength(1);
});

test("a message about a field that the form does not have stands above the form", async () => {
  const errors = [{ field: "lines", message: "Blue Dream cannot be sent to Texas." }];
  fakeShop({ [`POST ${action}`]: { data: { errors } } });
  const screen = await open(mary);

  await screen.press("Continue");

  expect(screen.get("[role=alert]").textContent).toBe("Blue Dream cannot be sent to Texas.");
});

test("after the step the lines and the total go to analytics, once and before the page is left (requirement 81)", async () => {
  const analytics = { currency: "USD", value: 42.5, items: [{ item_id: "v1", item_name: "Seeds", price: 42.5, quantity: 1 }] };
  fakeShop({ [`POST ${action}`]: { data: { analytics } } });
  window.dataLayer = [];
  const visited = watchNavigation();
  const screen = await open(mary);

  await screen.press("Continue");

  expect(window.dataLayer).toEqual([{ ecommerce: null }, { event: "add_shipping_info", ecommerce: analytics }]);
  expect(visited).toHaveLength(1);
});

test("nothing goes to analytics while a rule is broken", async () => {
  fakeShop({ [`POST ${action}`]: { data: { errors: [{ field: "city", message: "Enter your city." }] } } });
  window.dataLayer = [];
  const screen = await open(mary);

  await screen.press("Continue");

  expect(window.dataLayer).toEqual([]);
});

test("without scripts every area can be chosen, nothing is disabled, and Back is a link (requirement 73)", async () => {
  fakeShop({});
  const screen = await open({ ...mary, saveForLater: true }, { wait: true });

  expect(areas(screen)).toEqual(["", "NY", "TX", "ON"]);
  // Happy-dom chooses another option from parsed HTML, so the test reads the server's attribute.
  expect(screen.get("[name=countryArea] option[selected]").getAttribute("value")).toBe("TX");
  const { countryArea: _, ...posted } = Object.fromEntries(new FormData(screen.get<HTMLFormElement>("form")));
  const { countryArea: _area, ...rest } = mary;
  expect(posted).toEqual({
    ...rest,
    checkoutId: "c1",
    _csrf: "t-1",
    saveForLater: "true",
  });
  expect(screen.find(":disabled")).toBeNull();
  expect(screen.get("a").getAttribute("href")).toBe("/storefront/checkout/contact/c1/");
});

test("what was typed and chosen before the island came alive stays and counts", async () => {
  const shop = fakeShop({ [`POST ${action}`]: { data: {} } });
  watchNavigation();
  const screen = await open(mary, { wait: true });
  screen.get("[name=city]").value = "Toronto";
  screen.get("[name=country]").value = "CA";
  screen.get("[name=countryArea]").value = "ON";
  screen.get("[name=saveForLater]").checked = true;

  await screen.trigger();
  expect(areas(screen)).toEqual(["", "ON"]);
  await screen.press("Continue");

  expect(shop.requests[0]?.body).toEqual({
    shippingAddress: { ...mary, city: "Toronto", country: "CA", countryArea: "ON" },
    checkoutId: "c1",
    saveForLater: true,
  });
});

test("a postal code of another state is asked about: the box stands there only then, and what it says is sent", async () => {
  const errors = [{ field: "postalCode", code: "area_mismatch", message: "The ZIP code 10001 is in New York, not in Texas." }];
  const shop = fakeShop({ [`POST ${action}`]: [{ data: { errors } }, { data: {} }] });
  watchNavigation();
  const screen = await open({ ...mary, postalCode: "10001" });
  expect(screen.find("[name=acceptPostalCode]")).toBeNull();

  await screen.press("Continue");
  expect(screen.get("#postalCode-error").textContent).toBe(errors[0]?.message);
  screen.get("[name=acceptPostalCode]").click();
  await screen.press("Continue");

  expect(shop.requests.map(({ body }) => (body as { acceptPostalCode?: boolean }).acceptPostalCode)).toEqual([undefined, true]);
});
