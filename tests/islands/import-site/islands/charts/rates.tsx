import { useReducer } from "react";
import { rate } from "../stores/rate.ts";

export default function Rates() {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  return (
    <button type="button" onClick={renderAgain}>
      {`Rate ${rate}`}
    </button>
  );
}
