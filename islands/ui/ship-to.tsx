import { useEffect, useRef, useState } from "react";
import { $shipTo, markRestricted } from "../stores/ship-to.ts";
import { readCookie, setCookie } from "./cookies.ts";
import type { ShipToProps } from "./ship-to.props.ts";

/**
 * Handles the form around it (views/layouts/ship-to.hbs): stores the choice, and marks the cards on
 * the page. A state in the address takes precedence over the stored state; choosing another state
 * then navigates to the address with it.
 */
export default function ShipTo({ area, name }: ShipToProps) {
  const words = useRef<HTMLElement>(null);
  const [chosen, choose] = useState<{ value?: string | undefined; text: string }>({ value: area, text: name });
  useEffect(() => {
    const menu = words.current?.closest("details") as HTMLDetailsElement;
    const select = menu.querySelector("select") as HTMLSelectElement;
    const take = () => {
      // An unknown code selects nothing.
      const option = select.options[Math.max(0, select.selectedIndex)] as HTMLOptionElement;
      option.selected = true;
      choose(option);
      $shipTo.set(option.value || undefined);
      markRestricted(document);
    };
    const set = (event: Event) => {
      setCookie("shipTo", select.value);
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
      <span className="site-action__text">
        Ship to: <span translate="no">{chosen.text}</span>
      </span>
    </span>
  );
}

ShipTo.needsPage = true;
