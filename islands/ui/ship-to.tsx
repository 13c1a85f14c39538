import { useEffect, useRef, useState } from "react";
import { $shipTo, markRestricted } from "../stores/ship-to.ts";
import { keepCookie, readCookie } from "./cookies.ts";
import type { ShipToProps } from "./ship-to.props.ts";

/**
 * Takes over the form in whose summary it stands (views/layouts/ship-to.hbs): the choice is
 * remembered, and the cards are marked in place. An address that names a state wins over what is
 * remembered, and a choice made there leads to the address with the new one.
 */
export default function ShipTo({ area, name }: ShipToProps) {
  const words = useRef<HTMLElement>(null);
  const [chosen, choose] = useState<{ value?: string | undefined; text: string }>({ value: area, text: name });
  useEffect(() => {
    const menu = words.current?.closest("details") as HTMLDetailsElement;
    const select = menu.querySelector("select") as HTMLSelectElement;
    const take = () => {
      // A code that nobody knows selects nothing.
      const option = select.options[Math.max(0, select.selectedIndex)] as HTMLOptionElement;
      option.selected = true;
      choose(option);
      $shipTo.set(option.value || undefined);
      markRestricted(document);
    };
    const set = (event: Event) => {
      keepCookie("shipTo", select.value);
      if (area) return;
      event.preventDefault();
      take();
      menu.open = false;
      menu.querySelector("summary")?.focus();
    };
    select.value = String(area ?? readCookie("shipTo"));
    take();
    menu.addEventListener("submit", set);
    return () => menu.removeEventListener("submit", set);
  }, [area]);
  return (
    <span ref={words} data-area={chosen.value || undefined}>
      <span className="site-action__text">Ship to: {chosen.text}</span>
    </span>
  );
}
