import type { z } from "zod";
import type { GatewayErrorCode, HostedCall, pageAnswer } from "../protocol.ts";
import { addressMatch, type ClearingResult } from "./clearing.ts";
import type { PayPage } from "./page-store.ts";
import type { TransactionStore } from "./transaction-store.ts";

/** The path of a page, before its id. */
export const payPath = "/pay/";

/** Opens a page for a key once. A paid page answers its transaction. */
export const openPage = (
  store: TransactionStore,
  { key, amountCents, orderRef, billing, hosted }: HostedCall,
  origin: string,
): z.infer<typeof pageAnswer> | ClearingResult =>
  store.atomically(() => {
    const prior = store.pages.byKey(key);
    if (prior && (prior.amountCents !== amountCents || prior.orderRef !== orderRef)) return { refused: "key_conflict" };
    const paid = store.byKey(key);
    if (paid) return prior ? paid : { refused: "key_conflict" };
    const page = prior ?? store.pages.add({ key, amountCents, orderRef, avs: addressMatch(billing), ...hosted });
    return answerOf(page, origin);
  });

const answerOf = ({ key, id, until }: PayPage, origin: string): z.infer<typeof pageAnswer> => ({
  status: "elsewhere",
  key,
  ref: key,
  page: { address: `${origin}${payPath}${id}`, method: "GET", fields: {}, until },
});

/** Closes a key for payments. Refuses one that was paid with, or that another call has. */
export const closePage = (store: TransactionStore, key: string): GatewayErrorCode | undefined =>
  store.atomically(() => {
    const prior = store.byKey(key);
    if (prior && prior.kind !== "authorize") return "key_conflict";
    if (prior?.status === "approved") return "already_paid";
    store.pages.close(key);
    return undefined;
  });

/** Whether a card can be typed on a page, or why not. */
export function pageState(store: TransactionStore, { key, until }: PayPage, now: number): "open" | "paid" | "closed" {
  if (store.byKey(key)) return "paid";
  return store.pages.isClosed(key) || now >= until ? "closed" : "open";
}
