import { useEffect } from "react";
import { report } from "../analytics.ts";
import { prefixed } from "../ui/prefixed.ts";
import type { PurchaseProps } from "./purchase.props.ts";

/** Pushes `purchase` when the confirmation is first shown in this browser (requirement 122). */
export default function Purchase(order: PurchaseProps) {
  useEffect(() => {
    if (isNew(prefixed(`purchase:${order.transaction_id}`))) report("purchase", order);
  }, [order]);
  return null;
}

function isNew(key: string): boolean {
  try {
    if (localStorage.getItem(key)) return false;
    localStorage.setItem(key, "1");
  } catch {
    // Without storage each visit is reported: a second report is better than a missing one.
  }
  return true;
}
