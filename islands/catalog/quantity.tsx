import { useEffect, useRef } from "react";
import { Icon } from "../ui/icon.tsx";

/**
 * The quantity: a number field. The two step buttons beside it need scripts; without scripts the
 * stylesheet hides them.
 */
export function Quantity({ most }: { most: number }) {
  const field = useRef<HTMLInputElement>(null);
  // The new choice may have fewer units left.
  useEffect(() => {
    const input = field.current as HTMLInputElement;
    if (Number(input.value) > most) input.value = String(most);
  });
  const step = (label: string, icon: string, by: "stepUp" | "stepDown") => (
    <button type="button" className="stepper__button" aria-label={label} onClick={() => field.current?.[by]()}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div className="stepper">
      {step("One less", "minus", "stepDown")}
      <input
        ref={field}
        className="stepper__count"
        type="number"
        name="quantity"
        aria-label="Quantity"
        inputMode="numeric"
        min={1}
        max={most}
        defaultValue={1}
      />
      {step("One more", "plus", "stepUp")}
    </div>
  );
}
