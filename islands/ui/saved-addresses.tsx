import { useLayoutEffect, useState } from "react";
import { labelLines } from "../../server/customers/rules/address-lines.ts";
import type { SavedAddress } from "./address-shape.ts";

type Props = { saved: readonly SavedAddress[]; onChoose(address: SavedAddress): void };

/**
 * A customer's saved addresses. Choosing an address fills in the fields below. Without scripts a
 * button does so, by another form of the page: `<form id="saved-address">`.
 */
export function SavedAddresses({ saved, onChoose }: Props) {
  const [alive, wake] = useState(false);
  useLayoutEffect(() => wake(true), []);
  if (saved.length === 0) return null;
  return (
    <fieldset className="stack">
      <legend className="field__label">Your addresses</legend>
      <div className="radio-cards">
        {saved.map((one) => {
          const [name, ...place] = labelLines(one);
          return (
            <label className="radio-card" key={one.id}>
              <input
                type="radio"
                form="saved-address"
                name="address"
                value={one.id}
                defaultChecked={one.current}
                onChange={() => onChoose(one)}
              />
              <span className="radio-card__name">{name}</span>
              <span className="radio-card__note">{place.join(", ")}</span>
            </label>
          );
        })}
      </div>
      {!alive && (
        <button className="button button--secondary" type="submit" form="saved-address">
          Use this address
        </button>
      )}
    </fieldset>
  );
}
