import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { schema } from "../../islands/customers/profile-field.props.ts";
import * as profileField from "../../islands/customers/profile-field.tsx";
import { $overlay } from "../../islands/stores/overlay.ts";
import { fakeShop, held, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, watchNavigation, watchScrolling } from "../islands-shop/screen.ts";
import { states } from "./profile-field.states.ts";

const path = "/storefront/api/customers/phone";
const saved = { data: { field: "phone", value: "+1 512 555 0134", shown: "+1 512 555 0134" } };
const open = (more: object = {}, opening = {}) =>
  openScreen("profile-field", { ...profileField, schema }, { ...states.phone, ...more }, opening);

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const key = (target: Element, name: string) =>
  doing(() => target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true })));

test("Edit opens the field and goes into it, Save sends it and comes back (requirements 193, 195, 196)", async () => {
  const shop = fakeShop({ [`PUT ${path}`]: saved });
  const screen = await open();
  expect(screen.find("form")).toBeNull();

  await screen.press("Edit Phone");
  expect(document.activeElement).toBe(screen.get("#phone"));
  expect(screen.get("#phone").value).toBe("555 0100");
  expect(screen.get("details").hasAttribute("open")).toBe(true);
  await screen.type("value", "+1 512 555 0134");
  await screen.submit();

  expect(shop.requests[0]).toMatchObject({ method: "PUT", path, body: { value: "+1 512 555 0134" } });
  expect(shop.requests[0]?.headers.get("x-csrftoken")).toBe("t-1");
  expect(toasts()).toEqual(["success: phone saved correctly"]);
  expect(screen.find("form")).toBeNull();
  expect(screen.get(".record__value").textContent).toBe("+1 512 555 0134");
  expect(document.activeElement).toBe(screen.button("Edit Phone"));
});

test("Cancel and Escape leave the value as it was, and give the focus back (requirement 193)", async () => {
  const shop = fakeShop({});
  const screen = await open();

  for (const leave of [() => screen.press("Cancel"), () => key(screen.get("#phone"), "Escape")]) {
    await screen.press("Edit Phone");
    await screen.type("value", "1");
    await leave();
    expect(screen.get(".record__value").textContent).toBe("555 0100");
    expect(document.activeElement).toBe(screen.button("Edit Phone"));
  }

  await screen.press("Edit Phone");
  expect(screen.get("#phone").value).toBe("555 0100");
  expect(shop.requests).toEqual([]);
});

test("Save waits until something is in the field (requirement 194)", async () => {
  fakeShop({});
  const screen = await open();
  await screen.press("Edit Phone");
  expect(screen.button("Save").disabled).toBe(false);
  for (const blank of ["", "   "]) {
    await screen.type("value", blank);
    expect(screen.button("Save").disabled).toBe(true);
  }
  await screen.type("value", "5");
  expect(screen.button("Save").disabled).toBe(false);
});

test("the server's rule stands at the field; its error, or ours, is told (requirement 197)", async () => {
  watchScrolling();
  const lost = held();
  const rule = "Enter a phone number with 7 to 15 digits.";
  fakeShop({
    [`PUT ${path}`]: [
      { data: { errors: [{ field: "phone", message: rule }] } },
      reply(429, { error: "too many tries, please try again in 5 minutes" }),
      reply(500, "<h1>Oh</h1>"),
      reply(500, { error: "something went wrong please try later", code: "server_error" }),
      lost.answer,
    ],
  });
  const screen = await open();
  await screen.press("Edit Phone");
  await screen.submit();
  expect(screen.get("#phone-error").textContent).toBe(rule);
  expect(screen.get("#phone").getAttribute("aria-describedby")).toBe("phone-error");
  expect(document.activeElement).toBe(screen.get("#phone"));

  const messages = [];
  for (let attempt = 0; attempt < 4; attempt++) {
    await screen.submit();
    if (attempt === 3) await doing(lost.lose);
    messages.push(...toasts());
  }

  const ours = "error: error saving the phone";
  expect(messages).toEqual(["error: too many tries, please try again in 5 minutes", ours, ours, ours]);
  expect(screen.get("#phone").value).toBe("555 0100");
});

test("while it is sent the button is busy and the overlay is shown; Escape waits (requirements 34, 35)", async () => {
  const answer = held();
  fakeShop({ [`PUT ${path}`]: answer.answer });
  const screen = await open();
  await screen.press("Edit Phone");
  await screen.submit();

  expect([screen.button("Save").disabled, screen.button("Save").getAttribute("aria-busy")]).toEqual([true, "true"]);
  expect($overlay.get()).toHaveLength(1);
  await key(screen.get("#phone"), "Escape");
  expect(screen.find("form")).not.toBeNull();
  await doing(() => answer.give(saved));

  expect($overlay.get()).toHaveLength(0);
  expect(screen.find("form")).toBeNull();
});

test("a new address is to be confirmed, and leads to the sign-in after three seconds (requirements 28, 198)", async () => {
  const email = "/storefront/api/customers/email";
  fakeShop({ [`PUT ${email}`]: { data: { field: "email", value: "new@example.com", shown: "new@example.com" } } });
  const visited = watchNavigation();
  const screen = await open({ field: "email", label: "Email", value: "ann@example.com", shown: "ann@example.com" });
  await screen.press("Edit Email");
  await screen.type("value", "new@example.com");
  await screen.submit();

  expect(toasts()).toEqual(["success: email saved correctly"]);
  expect(screen.get("[role=status]").textContent).toContain("Please confirm new@example.com");
  expect(screen.get(".record__value").textContent).toBe("ann@example.com");
  await doing(() => vi.advanceTimersByTime(2_999));
  expect(visited).toEqual([]);
  await doing(() => vi.advanceTimersByTime(1));
  expect(visited).toEqual(["/identity/signin/"]);
});

test("what was opened and typed before it came alive stays, with its focus", async () => {
  fakeShop({});
  const screen = await open({}, { wait: true });
  screen.get("details").setAttribute("open", "");
  screen.get("#phone").value = "early";
  screen.get("#phone").focus();

  await screen.trigger();

  expect(screen.get("#phone").value).toBe("early");
  expect(document.activeElement).toBe(screen.get("#phone"));
  await key(screen.get("#phone"), "Escape");
  expect(document.activeElement).toBe(screen.button("Edit Phone"));
});

test("a summary that had the focus gives it to the button that takes its place", async () => {
  fakeShop({});
  const screen = await open({}, { wait: true });
  screen.get("summary").focus();
  await screen.trigger();
  expect(document.activeElement).toBe(screen.button("Edit Phone"));
});

test("a native form that was refused is open with its message, which Cancel takes along", async () => {
  fakeShop({});
  const screen = await open({ typed: "555", error: "Enter a phone number with 7 to 15 digits." });
  expect([screen.get("#phone").value, screen.get("#phone-error").textContent]).toEqual([
    "555",
    "Enter a phone number with 7 to 15 digits.",
  ]);

  await screen.press("Cancel");
  await screen.press("Edit Phone");

  expect([screen.get("#phone").value, screen.find("#phone-error")]).toEqual(["555 0100", null]);
});

test("gender is a choice", async () => {
  const path = "/storefront/api/customers/gender";
  const shop = fakeShop({ [`PUT ${path}`]: { data: { field: "gender", value: "female", shown: "Female" } } });
  const options = [
    { value: "female", label: "Female" },
    { value: "undisclosed", label: "Prefer not to say" },
  ];
  const screen = await open({ field: "gender", label: "Gender", value: "undisclosed", shown: "Prefer not to say", options });
  await screen.press("Edit Gender");
  expect([...screen.get("#gender").querySelectorAll("option")].map((option) => option.textContent)).toEqual([
    "Choose",
    "Female",
    "Prefer not to say",
  ]);
  await screen.type("value", "female");
  await screen.submit();

  expect(shop.requests[0]?.body).toEqual({ value: "female" });
  expect(screen.get(".record__value").textContent).toBe("Female");
});
