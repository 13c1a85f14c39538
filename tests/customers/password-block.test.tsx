import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { schema } from "../../islands/customers/password-block.props.ts";
import * as passwordBlock from "../../islands/customers/password-block.tsx";
import { fakeShop, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, watchNavigation } from "../islands-shop/screen.ts";

const path = "/identity/password/";
const props = { token: "t-1", email: "ann@example.com", open: false };
const island = { ...passwordBlock, schema };
const opened = () => openScreen("password-block", island, { ...props, open: true });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the block opens with its first field focused, and Escape closes it again (acceptance 206)", async () => {
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
])("rules and strength follow what is typed: %s is %s (acceptance 219, 220)", async (typed, strength, met) => {
  fakeShop({});
  const screen = await opened();

  await screen.type("newPassword", typed);

  expect(screen.get(".password-strength").textContent).toBe(`Strength: ${strength}`);
  if (met > 0) expect(screen.el.querySelectorAll("[data-met]")).toHaveLength(met);
});

test.each([
  ["", "", "both passwords are required", 221],
  ["Old-leaf-1", "OLD-LEAF-1", "new password cannot be the same as the current", 222],
  ["Old-leaf-1", "", "new password is missing", 223],
  ["", "New-leaf-1", "current password is missing", 224],
  ["Old-leaf-1", "weak", "The new password is too weak.", 227],
])("what cannot be is told without a call: %s → %s: %s (acceptance %i)", async (current, next, words) => {
  const shop = fakeShop({});
  const screen = await opened();
  await screen.type("currentPassword", current);
  await screen.type("newPassword", next);

  await screen.press("Change password");

  expect(toasts()).toEqual([`error: ${words}`]);
  expect(shop.asked).toEqual([]);
  expect(screen.get("[name=newPassword]").value).toBe(next);
});

test.each([
  ["The current password is incorrect.", 225, () => reply(409, { error: "The current password is incorrect." })],
  ["No user found with this email.", 226, () => reply(404, { error: "No user found with this email." })],
  ["An error occurred", 228, () => reply(502, "<html>")],
  ["An error occurred", 228, () => Promise.reject(new TypeError("Failed to fetch"))],
])("a refusal is told in the server's words, anything else as an error: %s (acceptance %i)", async (words, _, answer) => {
  fakeShop({ [`POST ${path}`]: answer });
  const visited = watchNavigation();
  const screen = await opened();
  await screen.type("currentPassword", "Old-leaf-1");
  await screen.type("newPassword", "New-leaf-1");

  await screen.press("Change password");

  expect(toasts()).toEqual([`error: ${words}`]);
  expect(visited).toEqual([]);
});

test("a change is sent, told, and leads to the sign-in after it could be read (acceptance 229)", async () => {
  const shop = fakeShop({ [`POST ${path}`]: { data: {} } });
  const visited = watchNavigation();
  const screen = await opened();
  await screen.type("currentPassword", "Old-leaf-1");
  await screen.type("newPassword", "New-leaf-1");

  await screen.press("Change password");

  expect(shop.asked[0]?.body).toEqual({ currentPassword: "Old-leaf-1", newPassword: "New-leaf-1" });
  expect(toasts()).toEqual(["success: Password changed successfully."]);
  expect(visited).toEqual([]);
  await doing(() => vi.advanceTimersByTime(1_500));
  expect(visited).toEqual(["/identity/signin/"]);
});
