import { expect, onTestFinished, test, vi } from "vitest";
import { schema } from "../../islands/checkout/contact-form.props.ts";
import * as contactForm from "../../islands/checkout/contact-form.tsx";
import { $overlay } from "../../islands/stores/overlay.ts";
import { fakeShop, held, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, watchNavigation, watchScrolling } from "../islands-shop/screen.ts";
import { states } from "./contact-form.states.ts";

const email = "/storefront/checkout/email";
const props = states.new;
const open = (more: object = {}) => openScreen("contact-form", { ...contactForm, schema }, { ...props, ...more });

test("the e-mail is sent as it was typed, and the way goes on to shipping (requirements 68, 70)", async () => {
  const shop = fakeShop({ [`POST ${email}`]: { data: {} } });
  const visited = watchNavigation();
  const screen = await open();

  await screen.type("email", " Mary.Ann+Shop@Example.COM ");
  await screen.press("Continue");

  expect(shop.requests[0]?.body).toEqual({ email: " Mary.Ann+Shop@Example.COM ", checkoutId: "c1" });
  expect(visited).toEqual(["/storefront/checkout/shipping/c1/"]);
  expect(screen.errors).toEqual([]);
});

test("the server's message stands at the field, which is marked, scrolled to and focused (requirements 69, 76–78, 80)", async () => {
  fakeShop({ [`POST ${email}`]: { data: { errors: [{ field: "email", message: "Enter your email address." }] } } });
  const visited = watchNavigation();
  const scrolled = watchScrolling();
  const screen = await open();

  await screen.press("Continue");

  const field = screen.get("[name=email]");
  expect(screen.get("#email-error").textContent).toBe("Enter your email address.");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(field.getAttribute("aria-describedby")).toBe("email-error");
  expect(scrolled).toEqual(["email smooth"]);
  expect(document.activeElement).toBe(field);
  expect(toasts()).toEqual(["error: some errors found"]);
  expect(visited).toEqual([]);
});

test("a checkout that became an order in another tab leads to the order", async () => {
  fakeShop({ [`POST ${email}`]: reply(409, { error: "This order has already been placed.", code: "completed" }) });
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  onTestFinished(() => reload.mockRestore());
  const screen = await open();

  await screen.press("Continue");

  expect(reload).toHaveBeenCalledOnce();
  expect(toasts()).toEqual(["error: This order has already been placed."]);
});

test("old messages go when the next attempt begins (requirement 79)", async () => {
  const second = held();
  const errors = [{ field: "email", message: "Enter your email address." }];
  fakeShop({ [`POST ${email}`]: [{ data: { errors } }, second.answer] });
  watchNavigation();
  const screen = await open();
  await screen.press("Continue");

  await screen.press("Continue");

  expect(screen.find("#email-error")).toBeNull();
  expect(screen.get("[name=email]").getAttribute("aria-invalid")).toBeNull();
  expect(toasts()).toEqual([]);
  await doing(() => second.give({ data: {} }));
});

test("the pressed button is busy until the call ends and the page is left (requirements 34, 35)", async () => {
  const call = held();
  const shop = fakeShop({ [`POST ${email}`]: call.answer });
  watchNavigation();
  const screen = await open();

  await screen.press("Continue");
  const button = screen.button("Continue");
  expect(button.disabled).toBe(true);
  expect(button.getAttribute("aria-busy")).toBe("true");
  await screen.submit();
  expect(shop.requests).toHaveLength(1);

  await doing(() => call.give({ data: {} }));
  expect([button.disabled, $overlay.get().length]).toEqual([true, 1]);

  // The shopper returns to the page from the browser's back-forward cache.
  await doing(() => window.dispatchEvent(new Event("pageshow")));
  expect([button.disabled, $overlay.get().length]).toEqual([false, 0]);
  expect(button.getAttribute("aria-busy")).toBeNull();
});

test.each([
  ["the body", () => document.body],
  ["the overlay that has closed", () => document.querySelector("dialog") as HTMLElement],
])("a button that lost the focus to %s has it again afterwards", async (_what, holder) => {
  const call = held();
  fakeShop({ [`POST ${email}`]: call.answer });
  const overlay = document.body.appendChild(document.createElement("dialog"));
  onTestFinished(() => overlay.remove());
  const screen = await open();
  await screen.press("Continue");
  const holding = vi.spyOn(document, "activeElement", "get").mockImplementation(holder);

  const focus = vi.spyOn(screen.button("Continue"), "focus");
  await doing(() => call.give(reply(409, { error: "this checkout is being paid" })));
  holding.mockRestore();

  expect(focus).toHaveBeenCalledOnce();
});

test("a button leaves the focus where the shopper put it", async () => {
  const call = held();
  fakeShop({ [`POST ${email}`]: call.answer });
  const screen = await open();
  await screen.press("Continue");

  screen.get("[name=email]").focus();
  await doing(() => call.give(reply(409, { error: "this checkout is being paid" })));

  expect(document.activeElement).toBe(screen.get("[name=email]"));
});

test.each([
  ["an error of the server", reply(409, { error: "this checkout is being paid" }), "error: this checkout is being paid"],
  ["an error with status 200", reply(200, { error: "not like this" }), "error: not like this"],
  ["an empty answer", reply(200, ""), "error: response has no body"],
])("%s frees the button and is shown as a toast (requirements 35, 40–42)", async (_what, answer, toast) => {
  fakeShop({ [`POST ${email}`]: answer });
  const screen = await open();

  await screen.press("Continue");

  expect(toasts()).toEqual([toast]);
  expect(screen.button("Continue").disabled).toBe(false);
  expect(document.activeElement).toBe(screen.button("Continue"));
});

test("a lost connection frees the button too (requirement 43)", async () => {
  const call = held();
  fakeShop({ [`POST ${email}`]: call.answer });
  const screen = await open();
  screen.button("Continue").focus();

  await screen.press("Continue");
  await doing(() => call.lose());

  expect(toasts()).toEqual(["error: We couldn’t reach the shop. Please try again."]);
  expect(screen.button("Continue").disabled).toBe(false);
});

test("without scripts it is a form that posts the e-mail with what belongs to it", async () => {
  fakeShop({});
  const screen = await openScreen(
    "contact-form",
    { ...contactForm, schema },
    { ...props, typed: { email: "a@b.c" } },
    { wait: true },
  );

  const form = screen.get<HTMLFormElement>("form");
  expect([form.method, form.getAttribute("action"), form.noValidate]).toEqual(["post", email, true]);
  expect(Object.fromEntries(new FormData(form))).toEqual({ checkoutId: "c1", _csrf: "t-1", email: "a@b.c", askedEmail: "a@b.c" });
  expect(screen.button("Continue").disabled).toBe(false);
  expect(screen.get<HTMLLabelElement>("label").htmlFor).toBe(screen.get("[name=email]").id);
});

test("what was typed before the island came alive is sent", async () => {
  const shop = fakeShop({ [`POST ${email}`]: { data: {} } });
  watchNavigation();
  const screen = await openScreen("contact-form", { ...contactForm, schema }, props, { wait: true });
  screen.get("[name=email]").value = "early@example.com";

  await screen.trigger();
  await screen.press("Continue");

  expect(shop.requests[0]?.body).toEqual({ email: "early@example.com", checkoutId: "c1" });
});

test("a refused native post shows its messages and its notice again", async () => {
  fakeShop({});
  const screen = await open({
    errors: [{ field: "email", message: "Enter your email address." }],
    formError: "please try again",
  });

  expect(screen.get("#email-error").textContent).toBe("Enter your email address.");
  expect(screen.get("[role=alert]").textContent).toBe("please try again");
});

test("a known slip in the address is asked about once, and corrected by one press", async () => {
  const shop = fakeShop({ [`POST ${email}`]: { data: {} } });
  watchNavigation();
  const screen = await open();

  await screen.type("email", "ann@gmial.com");
  await screen.press("Continue");
  expect(screen.get("#email-error").textContent).toContain("Did you mean ann@gmail.com?");
  expect(toasts()).toEqual(["error: please check your email address"]);
  expect(shop.requests).toEqual([]);
  await screen.press("Use ann@gmail.com");

  expect(shop.requests[0]?.body).toEqual({ email: "ann@gmail.com", checkoutId: "c1" });
});

test("an address that is meant as it is typed is sent by the second press", async () => {
  const shop = fakeShop({ [`POST ${email}`]: { data: {} } });
  watchNavigation();
  const screen = await open();

  await screen.type("email", "ann@yaho.com");
  await screen.press("Continue");
  await screen.press("Continue");

  expect(shop.requests.map(({ body }) => body)).toEqual([{ email: "ann@yaho.com", checkoutId: "c1" }]);
});
