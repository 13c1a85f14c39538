import { describe, expect, onTestFinished, test, vi } from "vitest";
import { schema } from "../../islands/orders/cancel-order.props.ts";
import * as cancelOrder from "../../islands/orders/cancel-order.tsx";
import { $overlay } from "../../islands/stores/overlay.ts";
import { reasons } from "../../server/orders/rules/cancel-reasons.ts";
import { fakeShop, held, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, openScreen } from "../islands-shop/screen.ts";
import { states } from "./cancel-order.states.ts";

const ask = "POST /storefront/api/cancel-order/";
const cancel = "DELETE /storefront/api/orders/o-1";
const { "a guest's": guest, "a customer's": customer } = states;
const { order } = guest;

const open = (props: object) => openScreen("cancel-order", { ...cancelOrder, schema }, props);
type Opened = Awaited<ReturnType<typeof open>>;
const dialogOf = (screen: Opened, id: string) => screen.get<HTMLDialogElement>(`dialog[aria-labelledby=${id}]`);

function watchReload() {
  vi.useFakeTimers();
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  onTestFinished(() => {
    vi.useRealTimers();
    reload.mockRestore();
  });
  return reload;
}

describe("asking for a cancelation", () => {
  test("opens a dialog that names the ten reasons in order, after one that is none (requirements 231, 234)", async () => {
    fakeShop({});
    const screen = await open(guest);
    expect(screen.find("details")).toBeNull();

    await screen.press("Ask us to cancel");

    const dialog = dialogOf(screen, "ask-to-cancel");
    expect(dialog.open).toBe(true);
    expect([...dialog.querySelectorAll("option")].map(({ value, textContent }) => value || `(${textContent})`)).toEqual([
      "(Choose a reason)",
      ...reasons,
    ]);
    expect(screen.errors).toEqual([]);
  });

  test("can be sent once a real reason is chosen, not before and not while it is sent (requirements 232, 233)", async () => {
    const answer = held();
    const shop = fakeShop({ [ask]: answer.answer });
    const screen = await open(guest);
    await screen.press("Ask us to cancel");
    const send = screen.button("Send request");
    expect(send.disabled).toBe(true);
    await screen.type("reason", "other");
    expect(send.disabled).toBe(false);
    await screen.type("reason", "");
    expect(send.disabled).toBe(true);
    await screen.type("reason", "item price too high");

    await screen.press("Send request");
    expect([send.disabled, $overlay.get().length]).toEqual([true, 1]);
    expect(shop.requests[0]?.body).toEqual({
      orderNumber: "1001",
      orderId: "o-1",
      userEmail: "ann@example.com",
      reason: "item price too high",
    });
    await doing(() => answer.give({ status: "ok" }));
    expect($overlay.get()).toEqual([]);
  });

  test("succeeds in the specified words, and the button is gone (requirements 235, 237, 238)", async () => {
    const reload = watchReload();
    fakeShop({ [ask]: { status: "ok" } });
    const screen = await open(customer);
    await screen.press("Ask us to cancel");
    await screen.type("reason", "other");
    await screen.press("Send request");

    expect(toasts()).toEqual(["success: Order cancellation requested successfully."]);
    expect(screen.find("button")).toBeNull();
    const message = screen.get("p");
    expect(message.textContent).toContain("You asked us to cancel this order.");
    expect(document.activeElement).toBe(message);
    vi.advanceTimersByTime(1_500);
    expect(reload).toHaveBeenCalledOnce();
  });

  test.each([
    ["a refusal", reply(409, { error: "This order has already shipped." }), "Failed to request order cancellation."],
    ["an error", reply(500, "<h1>no</h1>"), "Failed to request order cancellation."],
    [
      "no network",
      () => Promise.reject(new TypeError("Failed to fetch")),
      "An error occurred while requesting order cancellation.",
    ],
    ["nonsense", reply(200, "what?"), "An error occurred while requesting order cancellation."],
  ])("fails in the specified words after %s, and keeps the reason (requirements 239, 240)", async (_, answer, words) => {
    fakeShop({ [ask]: answer });
    const screen = await open(guest);
    await screen.press("Ask us to cancel");
    await screen.type("reason", "other");
    await screen.press("Send request");

    expect(toasts()).toEqual([`error: ${words}`]);
    expect(dialogOf(screen, "ask-to-cancel").open).toBe(false);
    await screen.press("Ask us to cancel");
    expect([screen.get<HTMLSelectElement>("select").value, screen.button("Send request").disabled]).toEqual(["other", false]);
  });

  test("is not offered for an order whose cancelation was requested before (requirements 236, 237)", async () => {
    const screen = await open({ ...customer, order: { ...order, cancelationRequested: true } });
    expect(screen.find("button")).toBeNull();
    expect(screen.get("p").textContent).toContain("You asked us to cancel");
  });

  test("a fold that was opened before the script came keeps what was chosen in it (requirement 232)", async () => {
    fakeShop({ [ask]: { status: "ok" } });
    const screen = await openScreen("cancel-order", { ...cancelOrder, schema }, guest, { wait: true });
    screen.get<HTMLDetailsElement>("details").open = true;
    screen.get<HTMLSelectElement>("select").value = "other";
    expect(screen.button("Send request").disabled).toBe(false);
    await screen.trigger();

    expect([screen.get<HTMLSelectElement>("select").value, screen.button("Send request").disabled]).toEqual(["other", false]);
    await screen.press("Send request");
    expect(toasts()).toEqual(["success: Order cancellation requested successfully."]);
  });
});

test("the page that was made anew after a request has the focus on what was asked for, once", async () => {
  fakeShop({});
  sessionStorage.focus = "cancel-order";
  const screen = await open({ ...guest, order: { ...order, cancelationRequested: true } });
  expect(document.activeElement).toBe(screen.get("p[tabindex]"));
  expect(sessionStorage.focus).toBeUndefined();
});

describe("canceling at once", () => {
  const press = async (screen: Opened) => {
    await screen.press("Cancel order now");
    await screen.press("Yes, cancel the order");
  };

  test("is asked again with what becomes of the money, and can be left (requirement 241)", async () => {
    const shop = fakeShop({});
    const screen = await open(customer);
    await screen.press("Cancel order now");
    const dialog = dialogOf(screen, "cancel-now");
    expect(dialog.textContent).toContain("Cancel order 1001?$27.60 goes back to Visa ending in 4242. This cannot be undone.");
    await screen.press("Keep the order");
    expect([dialog.open, shop.requests]).toEqual([false, []]);
  });

  test("succeeds in the specified words, and the page shows the order as it is then (requirements 241, 242)", async () => {
    const reload = watchReload();
    const shop = fakeShop({ [cancel]: reply(200, "Order canceled successfully!") });
    const screen = await open(customer);
    await press(screen);

    expect(shop.requests[0]).toMatchObject({ method: "DELETE", body: undefined });
    expect(toasts()).toEqual(["success: Order canceled successfully!"]);
    expect(screen.find("button")).toBeNull();
    vi.advanceTimersByTime(1_499);
    expect(reload).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(reload).toHaveBeenCalledOnce();
  });

  test("reloads no page that its island has left", async () => {
    const reload = watchReload();
    fakeShop({ [cancel]: reply(200, "Order canceled successfully!") });
    const screen = await open(customer);
    await press(screen);
    await screen.unmount();
    vi.advanceTimersByTime(10_000);
    expect(reload).not.toHaveBeenCalled();
  });

  test.each([
    ["the server's error", reply(409, { error: "This order has already shipped." }), "This order has already shipped."],
    ["an error without words", reply(500, {}), "error canceling the order"],
    ["an error that is no JSON", reply(502, "<h1>no</h1>"), "error canceling the order"],
    ["an empty error", reply(500, ""), "error canceling the order"],
    ["no network", () => Promise.reject(new TypeError("Failed to fetch")), "Failed to cancel the order."],
  ])("fails in the specified words after %s (requirements 243, 244)", async (_, answer, words) => {
    fakeShop({ [cancel]: answer });
    const screen = await open(customer);
    await press(screen);
    expect(toasts()).toEqual([`error: ${words}`]);
    expect([dialogOf(screen, "cancel-now").open, screen.button("Cancel order now").disabled]).toEqual([false, false]);
  });

  test("is not offered to a guest, who may only ask", async () => {
    const screen = await open(guest);
    expect(screen.el.textContent).not.toContain("Cancel order now");
    expect(screen.button("Ask us to cancel")).toBeDefined();
  });
});
