import { useStore } from "@nanostores/react";
import { $bells, toggleBell } from "../stores/bells.ts";
import type { StockBellProps } from "./stock-bell.props.ts";

export default function StockBell({ variantId, left }: StockBellProps) {
  const on = useStore($bells, { ssr: "initial" }).has(variantId);
  if (left > 0) return null;
  return (
    <button type="button" aria-pressed={on} onClick={() => toggleBell(variantId)}>
      Tell me when it is back
    </button>
  );
}
