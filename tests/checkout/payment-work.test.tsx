import { act } from "server-islands/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { schema } from "../../islands/checkout/payment-form.props.ts";
import * as paymentForm from "../../islands/checkout/payment-form.tsx";
import { mary } from "../islands-shop/countries.ts";
import { fakeShop, reply } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, type Screen, watchNavigation } from "../islands-shop/screen.ts";
import { states } from "./payment-form.states.ts";

const billing = "POST /storefront/checkout/billing";
const props = states.new;
const card = { cardNumber: "4242 4242 4242 4242", expirationDate: "04/31", securityCode: "123", cardName: "Mary Lee" };

/** A task with an empty `keyPrefix` cannot be solved. */
const challenge = (keyPrefix = "0") => ({
  parameters: {
    algorithm: "PBKDF2/SHA-256",
    nonce: "00",
    salt: "00",
    cost: 1,
    keyLength: 32,
    keyPrefix,
    expiresAt: 2_000_000_000,
    data: { action: "PAY", most: 100_000, subject: "c1", factor: 1 },
  },
  signature: "s",
});

const asks = (task = challenge()) =>
  reply(403, {
    error: "This payment needs one more check.",
    code: "work_required",
    data: { challenge: task, formKey: "form-2" },
  });

type Sent = { work?: string; formKey: string; paymentDetails: { cardNumber: string } };

/** A shop that requires work until a payment satisfies `isEnough`. */
function openShopThatAsks(isEnough: (sent: Sent) => boolean, task = challenge()) {
  const payments: Sent[] = [];
  const shop = fakeShop({
    [billing]: { data: {} },
    [`POST ${props.action}`]: () => {
      const sent = shop.requests.at(-1)?.body as Sent;
      payments.push(sent);
      return isEnough(sent) ? reply(200, { data: { orderId: "o1" } }) : asks(task);
    },
  });
  return { payments, visited: watchNavigation() };
}

async function open(more: object = {}): Promise<Screen> {
  const embedded = document.createElement("script");
  Object.assign(embedded, { type: "application/json", id: "shipping-address", textContent: JSON.stringify(mary) });
  document.body.append(embedded);
  onTestFinished(() => embedded.remove());
  const screen = await openScreen("payment-form", { ...paymentForm, schema }, { ...props, ...more });
  for (const [name, value] of Object.entries(card)) await screen.type(name, value);
  return screen;
}

const through = (reached: () => void) => act(() => vi.waitFor(reached));
/**
 * Lets the island draw before each check, until `reached` does not throw. It is for content that
 * `through` would miss, since it is drawn only after such a wait.
 */
const drawn = (reached: () => void) =>
  vi.waitFor(async () => {
    await doing(() => {});
    reached();
  });
const status = (screen: Screen) => screen.get(".work-progress [role=status]").textContent;

test("a payment that takes work is sent again with it, in the same press, and its progress is told", async () => {
  const { payments, visited } = openShopThatAsks(({ work }) => Boolean(work));
  const screen = await open();
  const told: string[] = [];
  const watcher = new MutationObserver(() => told.push(status(screen) ?? ""));
  watcher.observe(screen.get(".work-progress"), { subtree: true, childList: true, characterData: true });

  await screen.press("Pay $42.00");
  await through(() => expect(visited).toEqual(["/storefront/checkout/confirmation/o1/"]));

  expect(payments.map(({ work, formKey, paymentDetails }) => [Boolean(work), formKey, paymentDetails.cardNumber])).toEqual([
    [false, "form-1", "4242424242424242"],
    [true, "form-1", "4242424242424242"],
  ]);
  expect(JSON.parse(atob(payments[1]?.work ?? ""))).toMatchObject({
    challenge: challenge(),
    solution: { derivedKey: expect.stringMatching(/^0/) },
  });
  expect(told).toContain("Checking this payment first. This takes a few seconds.");
  expect([status(screen), screen.find("progress")]).toEqual(["", null]);
});

test("the page left meanwhile ends the work: nothing is paid, and the card is gone", async () => {
  const { payments } = openShopThatAsks(() => false, challenge("zz"));
  const screen = await open();

  await screen.press("Pay $42.00");
  await drawn(() => expect(screen.find("progress")).not.toBeNull());
  await doing(() => dispatchEvent(new Event("pagehide")));
  await drawn(() => expect(screen.find("progress")).toBeNull());

  expect(payments).toHaveLength(1);
  expect(Object.keys(card).map((name) => screen.get(`[name=${name}]`).value)).toEqual(["", "", "", ""]);
});

test("a mailed link's token is sent as the work of the first press", async () => {
  const { payments, visited } = openShopThatAsks(({ work }) => work === "token-1");
  const screen = await open({ work: "token-1" });

  await screen.press("Pay $42.00");

  expect([payments.length, visited]).toEqual([1, ["/storefront/checkout/confirmation/o1/"]]);
});

test("a shop that is never satisfied is told as a refusal after some rounds", async () => {
  const { payments } = openShopThatAsks(() => false);
  const screen = await open();

  await screen.press("Pay $42.00");
  await through(() => expect(payments).toHaveLength(5));
  await doing(() => {});

  expect(screen.get(".notice--error").textContent).toContain("This payment needs one more check.");
});

test("a browser that cannot work sends the form as without scripts, for the page with the mailed link", async () => {
  openShopThatAsks(() => false);
  const screen = await open();
  vi.stubGlobal("crypto", {});
  const native = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(() => {});
  onTestFinished(() => native.mockRestore());

  await screen.press("Pay $42.00");

  expect(native).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
