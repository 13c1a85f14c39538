import { useState } from "react";
import type { StockBellProps } from "./stock-bell.props.ts";

export default function StockBell({ label, count }: StockBellProps) {
  const [pressed, setPressed] = useState(count);
  return (
    <button type="button" onClick={() => setPressed(pressed + 1)}>
      {label}: {pressed}
    </button>
  );
}
