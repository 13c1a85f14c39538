import { linePath } from "../../server/checkout/cart-paths.ts";
import { maxPerLine } from "../../server/checkout/rules/lines.ts";
import { send } from "../call.ts";
import type { CartLine } from "../ui/cart-shape.ts";
import { showFailure } from "../ui/failure.ts";
import { readToken } from "../ui/token.ts";
import { $cart, changeCart, checkoutId, isGone, loadCart } from "./cart.ts";
import { changeLines, loadSums } from "./cart-changes.ts";
import { $pendingSteps } from "./pending-steps.ts";

/**
 * The presses on one line's step buttons that one request sends: `by` is the number of units to
 * add; a negative number removes units.
 */
type Steps = { lineId: string; by: number };

/**
 * Changes a line by some units. Each press counts on the page at once, and presses during a call
 * are sent together in the next call. A press does nothing if it would go below 0 or above the
 * stock, or if the line was removed.
 */
export function stepLine(line: CartLine, steps: number): void {
  const { lines, pressed } = $cart.get();
  const now = lines ? lines.find(({ id }) => id === line.id) : line;
  if (!now) return;
  const before = pressed[now.id] ?? 0;
  const after = bounded(now, before + steps);
  if (after === before) return;
  changeCart({ pressed: { ...pressed, [now.id]: after } });
  if (!$pendingSteps.get()) $pendingSteps.set(sendAll());
}

/** Limits the steps, so that the line's quantity is neither below 0 nor above the units left. */
const bounded = ({ quantity, left }: CartLine, steps: number) =>
  Math.max(-quantity, Math.min(steps, Math.max(0, Math.min(left, maxPerLine) - quantity)));

/** Sends one request after the other, since each answer replaces the cart. */
async function sendAll(): Promise<boolean> {
  let sending: Steps | undefined;
  const flush = () => sendUnsent(sending);
  addEventListener("pagehide", flush);
  try {
    for (sending = nextSteps(); sending; sending = nextSteps()) await sendSteps(sending);
    return Boolean($cart.get().lines?.length);
  } catch (error) {
    showFailure(error);
    await loadCart().catch(() => {});
    return false;
  } finally {
    removeEventListener("pagehide", flush);
    changeCart({ pressed: {} });
    $pendingSteps.set(undefined);
    loadSums().catch(() => {});
  }
}

function nextSteps(): Steps | undefined {
  const [lineId = "", by] = Object.entries($cart.get().pressed).find(([, steps]) => steps) ?? [];
  return by ? { lineId, by } : undefined;
}

async function sendSteps({ lineId, by }: Steps): Promise<void> {
  const { method, path, quantity } = requestOf(by);
  try {
    await changeLines(method, path, { lineId, quantity }, { overlay: false, keepalive: true });
  } catch (error) {
    if (!isGone(error)) throw error;
    await loadCart();
  }
  const { lines = [], pressed } = $cart.get();
  const steps = lines.map((line) => [line.id, bounded(line, (pressed[line.id] ?? 0) - (line.id === lineId ? by : 0))] as const);
  changeCart({ pressed: Object.fromEntries(steps) });
}

const requestOf = (by: number) => ({
  method: "PUT" as const,
  path: `${linePath}/${by > 0 ? "increase" : "decrease"}`,
  quantity: Math.abs(by),
});

/** Sends the unsent steps when the page is left; the browser finishes the request. */
function sendUnsent(sending: Steps | undefined): void {
  const { pressed } = $cart.get();
  const id = checkoutId();
  for (const [lineId, steps] of Object.entries(pressed)) {
    const by = steps - (sending?.lineId === lineId ? sending.by : 0);
    const { method, path, quantity } = requestOf(by);
    if (by && id) send(method, path, { checkoutId: id, lineId, quantity }, readToken(), true).catch(() => {});
  }
  changeCart({ pressed: sending ? { [sending.lineId]: sending.by } : {} });
}
