// The package's entry `server-islands`.
import { createElement, type ReactElement } from "react";
import type { SlotHost } from "./contract.ts";
import { slotProps } from "./slot-props.ts";

type SlotProps = {
  /** The value of `data-island-slot`. */
  name: string;
  /** The element around the content; by default one without a box. */
  as?: keyof HTMLElementTagNameMap;
};

type Place = (element: Element | null) => void;

const { trustedTypes } = globalThis as { trustedTypes?: { emptyHTML: string } };

// Frameworks leave the content of an element with this property alone. All renderings share one
// object, since React empties the element when the object changes.
const foreign = { __html: trustedTypes?.emptyHTML ?? "" };

// One function for each name, since frameworks call a new one after each rendering.
const places = new Map<string, Place>();

function placeOf(name: string): Place {
  const place =
    places.get(name) ??
    ((el) => {
      const host = el?.closest<SlotHost>("[data-island]");
      if (process.env.NODE_ENV !== "production" && el && !host)
        console.error(`Slot ${name} is outside of its island, as in a portal, and stays empty`);
      if (el) host?.placeSlot?.(name, el);
    });
  places.set(name, place);
  return place;
}

/**
 * The place of the server's HTML that the page marks with `data-island-slot`. A `slot` element has
 * no box; it has a name, since in a shadow root one without a name takes the content of the host.
 */
export function Slot({ name, as = "slot" }: SlotProps): ReactElement {
  return createElement(as, {
    ...slotProps,
    key: name,
    ref: placeOf(name),
    "data-island-place": name,
    name: as === "slot" ? "island" : undefined,
    dangerouslySetInnerHTML: foreign,
  });
}
