import { type ReactNode, useLayoutEffect, useState } from "react";
import { labelLines } from "../../server/customers/rules/address-lines.ts";
import type { SavedAddress } from "./address-shape.ts";
import type { FormState } from "./form-state.ts";

type Values = Readonly<Record<string, unknown>>;

type Props = {
  saved: readonly SavedAddress[];
  /** the fields' initial values, by name */
  typed: Values;
  state: FormState;
  /** renders the fields with these values; each chosen address has its own key */
  children(values: Values, key: string | undefined): ReactNode;
};

/**
 * The fields of an address, below a customer's saved addresses: choosing one fills in the fields.
 * The fields start closed if they have the values of a saved address, and no errors.
 */
export function SavedAddresses({ saved, typed, state, children }: Props) {
  const [chosen, choose] = useState<SavedAddress>();
  const [isOpen, open] = useState(() => Object.keys(typed).some(state.errorOf) || !saved.some(({ current }) => current));
  // A closed form would not show why it cannot be sent.
  useLayoutEffect(() => {
    if (state.incomplete) open(true);
  }, [state.incomplete]);
  const fields = children(chosen ?? typed, chosen?.id);
  if (saved.length === 0) return fields;
  return (
    <>
      <Choices saved={saved} onChoose={choose} />
      <details open={isOpen}>
        <summary className="button button--quiet">Change or enter an address</summary>
        <div className="stack">{fields}</div>
      </details>
    </>
  );
}

/**
 * Radio buttons of the saved addresses. Without scripts a button submits the choice, by another
 * form of the page: `<form id="saved-address">`.
 */
function Choices({ saved, onChoose }: { saved: Props["saved"]; onChoose(address: SavedAddress): void }) {
  const [alive, wake] = useState(false);
  useLayoutEffect(() => wake(true), []);
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
