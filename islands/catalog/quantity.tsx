import { useLayoutEffect, useRef } from "react";
import { Icon } from "../ui/icon.tsx";

/** How many to add: the browser's own number field. The two steps beside it need scripts; the stylesheet hides them where there are none. */
export function Quantity({ most }: { most: number }) {
  const field = useRef<HTMLInputElement>(null);
  const set = (count: number) => {
    if (field.current) field.current.value = String(Math.max(1, Math.min(count, most)));
  };
  const step = (by: number) => set((Number(field.current?.value) || 1) + by);
  // The choice changed to one of which fewer are left.
  useLayoutEffect(() => {
    if (Number(field.current?.value) > most) set(most);
  });
  return (
    <div className="stepper">
      <Step label="One less" icon="minus" press={() => step(-1)} />
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
      <Step label="One more" icon="plus" press={() => step(1)} />
    </div>
  );
}

const Step = ({ label, icon, press }: { label: string; icon: string; press: () => void }) => (
  <button type="button" className="stepper__button" aria-label={label} onClick={press}>
    <Icon name={icon} />
  </button>
);
