import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { schema } from "../../islands/customers/password-block.props.ts";
import * as passwordBlock from "../../islands/customers/password-block.tsx";
import { fakeShop, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, type Screen, watchNavigation } from "../islands-shop/screen.ts";
import { states } from "./password-block.states.ts";

const path = "/identity/password/";
const props = states.closed;
const island = { ...passwordBlock, schema };
const opened = () => openScreen("password-block", island, states.open);

/**
 * Expects that only these fields are marked and described by the words next to them, and that the
 * first one has the focus.
 */
function expectRefused(screen: Screen, fields: readonly string[], words: string) {
  const marked = [...screen.el.querySelectorAll("[aria-invalid=true]")];
  expect(marked.map((one) => one.getAttribute("name"))).toEqual(fields);
  for (const one of marked) {
    const [id] = one.getAttribute("aria-describedby")?.split(" ") ?? [];
    expect([id, screen.get(`#${id}`).textContent]).toEqual([`${one.id}-error`, words]);
  }
  if (marked[0]) expect(document.activeElement).toBe(marked[0]);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the block opens with its first field focused, and Escape closes it again (requirement 206)", async () => {
  fakeShop({});
  const screen = await openScreen("password-block", island, props);
  expect(screen.find("form")).toBeNull();

  await doing(() => screen.get("a").click());
  expect(document.activeElement).toBe(screen.get("[name=currentPassword]"));

  await doing(() =>
    screen.get("[name=newPassword]").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })),
  );
  expect(screen.find("form")).toBeNull();
  expect(document.activeElement).toBe(screen.get("a"));
  expect(screen.errors).toEqual([]);
});

test.each([
  ["a", "Weak", 0],
  ["abc def", "Weak", 0],
  ["abcdefgh", "Medium", 2],
  ["abcdefg1", "Strong", 3],
])("rules and strength follow what is typed: %s is %s (requirements 219, 220)", async (typed, strength, met) => {
  fakeShop({});
  const screen = await opened();

  await screen.type("newPassword", typed);

  expect(screen.get(".password-strength").textContent).toBe(`Strength: ${strength}`);
  if (met > 0) expect(screen.el.querySelectorAll("[data-met]")).toHaveLength(met);
});

test.each([
  ["", "", "both passwords are required", ["currentPassword", "newPassword"], 221],
  ["Old-leaf-1", "OLD-LEAF-1", "new password cannot be the same as the current", ["newPassword"], 222],
  ["Old-leaf-1", "", "new password is missing", ["newPassword"], 223],
  ["", "New-leaf-1", "current password is missing", ["currentPassword"], 224],
  ["Old-leaf-1", "weak", "The new password is too weak.", ["newPassword"], 227],
])(
  "what cannot be is told without a call, beside its field: %s → %s: %s %s (requirement %i)",
  async (current, next, words, fields) => {
    const shop = fakeShop({});
    const screen = await opened();
    await screen.type("currentPassword", current);
    await screen.type("newPassword", next);

    await screen.press("Change password");

    expect(toasts()).toEqual([`error: ${words}`]);
    expect(shop.requests).toEqual([]);
    expectRefused(screen, fields, words);
    expect([screen.get("[name=currentPassword]").value, screen.get("[name=newPassword]").value]).toEqual([current, next]);
  },
);

test.each([
  [
    "The current password is incorrect.",
    ["currentPassword"],
    225,
    () => reply(409, { error: "The current password is incorrect.", code: "wrong_password" }),
  ],
  [
    "The new password is too weak.",
    ["newPassword"],
    227,
    () => reply(409, { error: "The new password is too weak.", code: "password_refused" }),
  ],
  ["No user found with this email.", [], 226, () => reply(404, { error: "No user found with this email." })],
  ["constructor", [], 228, () => reply(409, { error: "constructor" })],
  ["An error occurred", [], 228, () => reply(502, "<html>")],
  ["An error occurred", [], 228, () => Promise.reject(new TypeError("Failed to fetch"))],
])(
  "a refusal is told in the server's words, anything else as an error: %s %s (requirement %i)",
  async (words, fields, _, answer) => {
    fakeShop({ [`POST ${path}`]: answer });
    const visited = watchNavigation();
    const screen = await opened();
    await screen.type("currentPassword", "Old-leaf-1");
    await screen.type("newPassword", "New-leaf-1");

    await screen.press("Change password");

    expect(toasts()).toEqual([`error: ${words}`]);
    expectRefused(screen, fields, words);
    expect([screen.get("[name=currentPassword]").value, screen.get("[name=newPassword]").value]).toEqual([
      "Old-leaf-1",
      "New-leaf-1",
    ]);
    expect(visited).toEqual([]);
  },
);

test("what a native form was refused for stands beside its field, and is forgotten once the block is closed", async () => {
  fakeShop({});
  const errors = [{ field: "newPassword", message: "The new password is too weak." }];
  const screen = await openScreen("password-block", island, { ...props, open: true, errors }, { wait: true });
  expect(screen.get("#newPassword-error").textContent).toBe("The new password is too weak.");
  expect(screen.get("[name=newPassword]").hasAttribute("autofocus")).toBe(true);
  await screen.trigger();

  await doing(() => screen.get<HTMLAnchorElement>("form a").click());
  await doing(() => screen.get("a").click());

  expect(screen.find("[aria-invalid],.field__error")).toBeNull();
  expect(screen.errors).toEqual([]);
});

test("a change is sent, told, and leads to the sign-in after it could be read (requirement 229)", async () => {
  const shop = fakeShop({ [`POST ${path}`]: { data: {} } });
  const visited = watchNavigation();
  const screen = await opened();
  await screen.type("currentPassword", "Old-leaf-1");
  await screen.type("newPassword", "New-leaf-1");

  await screen.press("Change password");

  expect(shop.requests[0]?.body).toEqual({ currentPassword: "Old-leaf-1", newPassword: "New-leaf-1" });
  expect(toasts()).toEqual(["success: Password changed successfully."]);
  expect(visited).toEqual([]);
  await doing(() => vi.advanceTimersByTime(1_500));
  expect(visited).toEqual(["/identity/signin/"]);
});
