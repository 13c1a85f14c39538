import { mountIsland } from "server-islands/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { $drawer } from "../../islands/stores/drawer.ts";
import { $overlay } from "../../islands/stores/overlay.ts";
import { $toasts, dismissToast, toast } from "../../islands/stores/toasts.ts";
import { schema } from "../../islands/ui/toasts.props.ts";
import * as corner from "../../islands/ui/toasts.tsx";
import { fakeShop, toasts } from "./fake-shop.ts";
import { doing, islandHtml } from "./screen.ts";
import { states } from "./toasts.states.ts";

async function openCorner() {
  fakeShop({});
  const options = { islands: { toasts: { ...corner, schema } }, ssr: true, stores: [$toasts, $overlay, $drawer] };
  const island = mountIsland(islandHtml("toasts", states.empty), options);
  await island.ready;
  const shown = () => [...island.el.querySelectorAll(".toast")].map((one) => `${one.className} ${one.textContent}`);
  return { ...island, shown };
}

test("toasts appear in a region that is read out, errors at once", async () => {
  const { el, shown, errors } = await openCorner();

  await doing(() => toast("info", "applying promo code..."));
  expect(shown()).toEqual(["toast toast--info applying promo code..."]);
  expect([el.querySelector("[role=status][aria-live=polite]") !== null, el.querySelector("[role=alert]")]).toEqual([true, null]);

  await doing(() => toast("error", "Only 2 are left."));
  expect(shown()).toEqual(["toast toast--error Only 2 are left."]);
  expect(el.querySelector("[role=alert]")?.textContent).toBe("Only 2 are left.");
  expect(errors).toEqual([]);
});

test("a toast can be dismissed", async () => {
  const { el, shown } = await openCorner();
  await doing(() => toast("error", "Only 2 are left."));

  await doing(() => el.querySelector<HTMLButtonElement>("[aria-label='Dismiss: Only 2 are left.']")?.click());

  expect(shown()).toEqual([]);
});

test("news goes after six seconds, an error stays until the next attempt", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { shown } = await openCorner();
  await doing(() => toast("success", "removed successfully"));

  await doing(() => vi.advanceTimersByTime(5_999));
  expect(shown()).toHaveLength(1);
  await doing(() => vi.advanceTimersByTime(1));
  expect(shown()).toEqual([]);
  await doing(() => toast("error", "Only 2 are left."));
  await doing(() => vi.advanceTimersByTime(60_000));
  expect(shown()).toHaveLength(1);

  await doing(dismissToast);
  expect(shown()).toEqual([]);
});

test("an earlier toast's end leaves the one that took its place", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await openCorner();
  await doing(() => toast("success", "removed successfully"));
  await doing(() => toast("info", "applying promo code..."));

  await doing(() => vi.advanceTimersByTime(5_999));
  await doing(() => toast("info", "removing promo code..."));
  await doing(() => vi.advanceTimersByTime(1));

  expect(toasts()).toEqual(["info: removing promo code..."]);
});

test("while the drawer is open the toasts stand there and not here", async () => {
  const { shown } = await openCorner();

  await doing(() => {
    $drawer.set(true);
    toast("error", "Only 2 are left.");
  });
  expect(shown()).toEqual([]);

  await doing(() => $drawer.set(false));
  expect(shown()).toHaveLength(1);
});
