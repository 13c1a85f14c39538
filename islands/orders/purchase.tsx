import { useEffect } from "react";
import { report } from "../analytics.ts";
import type { PurchaseProps } from "./purchase.props.ts";

/**
 * Pushes `purchase` when the confirmation is seen for the first time in this browser (acceptance
 * 122, decisions §8).
 */
export default function Purchase(order: PurchaseProps) {
  useEffect(() => {
    if (isNew(`purchase:${order.transaction_id}`)) report("purchase", order);
  }, [order]);
  return null;
}

function isNew(key: string): boolean {
  try {
    if (localStorage.getItem(key)) return false;
    localStorage.setItem(key, "1");
  } catch {
    // A browser that keeps nothing for us reports each visit: better twice than never.
  }
  return true;
}
