import { type RefObject, useEffect, useRef, useState } from "react";
import { $cart } from "../stores/cart.ts";
import { $pendingPromoCode } from "../stores/promo.ts";
import { dismiss, toast } from "../stores/toasts.ts";
import { refreshTotals } from "../stores/totals.ts";
import { changePromo, type PromoChange } from "./promo-call.ts";
import type { PromoFieldProps } from "./promo-field.props.ts";

/** ms without typing until a code is applied (requirement 111) */
const pause = 1_000;

const words = {
  add: { started: "applying promo code...", done: "promo code applied successfully" },
  remove: { started: "removing promo code...", done: "removed successfully" },
};

/**
 * The applied code, if any, and the functions that change it. A pause in typing applies the typed
 * code. A press applies the typed code, or removes the applied one.
 */
export function usePromo(
  input: RefObject<HTMLInputElement | null>,
  { checkoutId, code, applied: before, error: initialError }: PromoFieldProps,
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<string | undefined>>(undefined);
  const [state, show] = useState({ applied: before ? code : undefined, error: initialError, busy: false });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      $pendingPromoCode.set(undefined);
    },
    [],
  );
  // The server removed the code, or another tab changed it.
  useEffect(() => {
    const follow = (now: string | undefined) => {
      if (input.current) input.current.value = now ?? "";
      show({ applied: now, error: undefined, busy: false });
    };
    return $cart.listen(({ lines, promoCode: now }) => lines && now !== state.applied && follow(now));
  }, [input, state.applied]);

  async function change(kind: PromoChange, promoCode: string): Promise<string | undefined> {
    show((was) => ({ ...was, error: undefined, busy: true }));
    const started = toast("info", words[kind].started);
    const error = await changePromo(kind, checkoutId, promoCode).finally(() => dismiss(started));
    running.current = undefined;
    if (error) show((was) => ({ ...was, error, busy: false }));
    else finish(kind, promoCode.toUpperCase());
    if (timer.current === undefined) $pendingPromoCode.set(undefined);
    return error;
  }

  // Shows the applied code in the field, since the server stores it in capitals.
  function finish(kind: PromoChange, promoCode: string): void {
    stop();
    if (input.current) input.current.value = kind === "add" ? promoCode : "";
    show({ applied: kind === "add" ? promoCode : undefined, error: undefined, busy: false });
    toast("success", words[kind].done);
    document.dispatchEvent(new CustomEvent("promoUpdate", { detail: { promoCode, applied: kind === "add" } }));
    const quote = document.querySelector<HTMLInputElement>("[name=quote]")?.value;
    refreshTotals(checkoutId, quote && `&quote=${quote}`).catch(() => {});
  }

  function stop(): void {
    clearTimeout(timer.current);
    timer.current = undefined;
  }

  function typed(): void {
    stop();
    if (state.error) show((was) => ({ ...was, error: undefined }));
    timer.current = setTimeout(() => (running.current ? typed() : press()), pause);
    $pendingPromoCode.set(end);
  }

  async function end(): Promise<string | undefined> {
    const refusal = await running.current;
    return timer.current === undefined ? refusal : await press();
  }

  async function press(): Promise<string | undefined> {
    stop();
    if (running.current) return await running.current;
    const typedCode = input.current?.value.trim();
    if (state.applied !== undefined) running.current = change("remove", state.applied);
    else if (typedCode) running.current = change("add", typedCode);
    $pendingPromoCode.set(running.current && end);
    return await running.current;
  }
  return { ...state, typed, press };
}

declare global {
  interface DocumentEventMap {
    promoUpdate: CustomEvent<{ promoCode: string; applied: boolean }>;
  }
}
