import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { schema } from "../../islands/customers/disable-account.props.ts";
import * as disableAccount from "../../islands/customers/disable-account.tsx";
import { fakeShop, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, type Screen, watchNavigation } from "../islands-shop/screen.ts";
import { states } from "./disable-account.states.ts";

const path = "/storefront/api/customers/disable";
const open = (more: object = {}, opening: { wait?: boolean } = {}) =>
  openScreen("disable-account", { ...disableAccount, schema }, { ...states.closed, ...more }, opening);
const dialog = (screen: Screen) => screen.get<HTMLDialogElement>("dialog.dialog");
const confirm = (screen: Screen) => doing(() => dialog(screen).querySelector<HTMLElement>(".button--danger")?.click());

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a dialog asks first, says that it cannot be undone, and can be left (requirement 216)", async () => {
  const shop = fakeShop({});
  const screen = await open();
  expect(dialog(screen).open).toBe(false);

  await screen.press("Disable account");
  expect(dialog(screen).open).toBe(true);
  expect(screen.get("#disable-text").textContent).toContain("This cannot be undone.");
  await screen.press("Keep my account");

  expect(dialog(screen).open).toBe(false);
  expect(shop.requests).toEqual([]);
  expect(screen.errors).toEqual([]);
});

test("confirmed, it is called with the token, told, and leads to the sign-in after 1.5 s (requirements 28, 215, 217, 218)", async () => {
  const shop = fakeShop({ [`POST ${path}`]: { data: {} } });
  const visited = watchNavigation();
  const screen = await open();
  await screen.press("Disable account");

  await confirm(screen);

  expect(shop.requests[0]?.headers.get("x-csrftoken")).toBe("t-1");
  expect(toasts()).toEqual(["success: account disabled correctly"]);
  await doing(() => vi.advanceTimersByTime(1_499));
  expect(visited).toEqual([]);
  await doing(() => vi.advanceTimersByTime(1));
  expect(visited).toEqual(["/identity/signin/"]);
});

test("a refusal is told and the account stays", async () => {
  fakeShop({ [`POST ${path}`]: reply(401, { error: "Please sign in to continue." }) });
  const visited = watchNavigation();
  const screen = await open();
  await screen.press("Disable account");

  await confirm(screen);
  await doing(() => vi.advanceTimersByTime(5_000));

  expect(toasts()).toEqual(["error: Please sign in to continue."]);
  expect(visited).toEqual([]);
});

test("without scripts a fold holds the form with its box; one that was opened early stays (requirement 216)", async () => {
  fakeShop({});
  const screen = await open({}, { wait: true });
  expect(screen.get<HTMLFormElement>("form").getAttribute("action")).toBe(`${path}#disable`);
  expect(screen.get("[name=confirmed]").required).toBe(true);
  screen.get<HTMLDetailsElement>("details").open = true;
  screen.get("[name=confirmed]").checked = true;

  await screen.trigger();

  expect(screen.get<HTMLDetailsElement>("details").open).toBe(true);
  expect(screen.get("[name=confirmed]").checked).toBe(true);
});

test("a form that was refused is open and says why", async () => {
  fakeShop({});
  const screen = await open(states.refused);
  expect(screen.get(`#${screen.get("[name=confirmed]").getAttribute("aria-describedby")}`).textContent).toContain("Tick the box");
});
