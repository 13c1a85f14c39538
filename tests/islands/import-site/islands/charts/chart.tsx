import { useState } from "react";
import { raiseRate, rate } from "../stores/rate.ts";

export default function Chart({ title }: { title: string }) {
  const [presses, setPresses] = useState(0);
  const press = () => {
    raiseRate();
    setPresses(presses + 1);
  };
  return (
    <figure>
      <button type="button" onClick={press}>
        Raise
      </button>
      <figcaption>{`${title}: ${rate} after ${presses}`}</figcaption>
    </figure>
  );
}
