import { useEffect, useRef, useState } from "react";
import { $shipTo, markRestricted } from "../stores/ship-to.ts";
import { readCookie, setCookie } from "./cookies.ts";
import type { ShipToProps } from "./ship-to.props.ts";

/**
 * Handles the ship-to form around it (views/layouts/ship-to.hbs): stores the chosen state, and
 * marks the cards on the page. A state in the page's URL takes precedence over the stored state. If
 * there is one, choosing another state loads the page with the new state in its URL.
 */
export default function ShipTo({ area, name }: ShipToProps) {
  const words = useRef<HTMLElement>(null);
  const [chosen, choose] = useState<{ value?: string | undefined; text: string }>({ value: area, text: name });
  useEffect(() => {
    const menu = words.current?.closest("details") as HTMLDetailsElement;
    const select = menu.querySelector("select") as HTMLSelectElement;
    const take = () => {
      // A code that the list lacks selects no option. Then the first option is taken.
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
        Ship to
        <span className="ship-to__state">
          : <span translate="no">{chosen.text}</span>
        </span>
      </span>
    </span>
  );
}

ShipTo.needsPage = true;
