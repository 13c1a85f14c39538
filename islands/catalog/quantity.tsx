import { useLayoutEffect, useRef, useState } from "react";
import { Icon } from "../ui/icon.tsx";

/** How many to add: the browser's own number field, to which the island adds its two steps once they work. */
export function Quantity({ most }: { most: number }) {
  const field = useRef<HTMLInputElement>(null);
  const [alive, come] = useState(false);
  const set = (count: number) => {
    if (field.current) field.current.value = String(Math.max(1, Math.min(count, most)));
  };
  const step = (by: number) => set((Number(field.current?.value) || 1) + by);
  useLayoutEffect(() => come(true), []);
  // The choice changed to one of which fewer are left.
  useLayoutEffect(() => {
    if (Number(field.current?.value) > most) step(0);
  });
  return (
    <div className="stepper">
      {alive && <Step label="One less" icon="minus" press={() => step(-1)} />}
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
      {alive && <Step label="One more" icon="plus" press={() => step(1)} />}
    </div>
  );
}

const Step = ({ label, icon, press }: { label: string; icon: string; press: () => void }) => (
  <button type="button" className="stepper__button" aria-label={label} onClick={press}>
    <Icon name={icon} />
  </button>
);
