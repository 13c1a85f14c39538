import { type RefObject, useEffect, useRef, useState } from "react";
import { $cart } from "../stores/cart.ts";
import { toast } from "../stores/toasts.ts";
import { refreshTotals } from "../stores/totals.ts";
import { changePromo, type PromoChange } from "./promo-call.ts";
import type { PromoFieldProps } from "./promo-field.props.ts";

/** A code is applied when the typing pauses for so long (ms, specification §9). */
const pause = 1_000;

const words = {
  add: { started: "applying promo code...", done: "promo code applied successfully" },
  remove: { started: "removing promo code...", done: "removed successfully" },
};

/** The code that is applied, if any, and what changes it: a pause in typing, or a press. */
export function usePromo(
  input: RefObject<HTMLInputElement | null>,
  { checkoutId, code, applied: before, error: given }: PromoFieldProps,
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef(false);
  const [state, show] = useState({ applied: before ? code : undefined, error: given, busy: false });
  useEffect(() => () => clearTimeout(timer.current), []);
  // What the server has taken off by itself, or another tab has changed.
  useEffect(() => {
    const follow = (now: string | undefined) => {
      if (input.current) input.current.value = now ?? "";
      show({ applied: now, error: undefined, busy: false });
    };
    return $cart.listen(({ lines, promoCode: now }) => lines && now !== state.applied && follow(now));
  }, [input, state.applied]);

  async function change(kind: PromoChange, promoCode: string): Promise<void> {
    running.current = true;
    show((was) => ({ ...was, error: undefined, busy: true }));
    toast("info", words[kind].started);
    const error = await changePromo(kind, checkoutId, promoCode);
    running.current = false;
    if (error) return show((was) => ({ ...was, error, busy: false }));
    settle(kind, promoCode);
  }

  // What was typed meanwhile gives way to what the server has applied.
  function settle(kind: PromoChange, promoCode: string): void {
    clearTimeout(timer.current);
    if (input.current) input.current.value = kind === "add" ? promoCode : "";
    show({ applied: kind === "add" ? promoCode : undefined, error: undefined, busy: false });
    toast("success", words[kind].done);
    document.dispatchEvent(new CustomEvent("promoUpdate", { detail: { promoCode, applied: kind === "add" } }));
    refreshTotals(checkoutId).catch(() => {});
  }

  function typed(): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => (running.current ? typed() : press()), pause);
  }

  function press(): void {
    clearTimeout(timer.current);
    const wanted = input.current?.value.trim();
    if (running.current) return;
    if (state.applied !== undefined) change("remove", state.applied);
    else if (wanted) change("add", wanted);
  }
  return { ...state, typed, press };
}
