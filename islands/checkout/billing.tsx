import { useLayoutEffect, useRef, useState } from "react";
import type { Address } from "../../server/customers/rules/address-fields.ts";
import { AddressFields, addressOf } from "../ui/address-fields.tsx";
import type { Fields, FormState } from "../ui/form-state.ts";
import { SavedAddresses } from "../ui/saved-addresses.tsx";
import type { PaymentFormProps } from "./payment-form.props.ts";

export type BillingChoice = { box: React.RefObject<HTMLDivElement | null>; different: boolean | undefined; look(): void };

/**
 * The shopper's choice of address; undefined until hydration, since until then only CSS shows and
 * hides the form.
 */
export function useBillingChoice(): BillingChoice {
  const box = useRef<HTMLDivElement>(null);
  const [different, choose] = useState<boolean>();
  const look = () => choose(box.current?.querySelector<HTMLInputElement>("#billing-different")?.checked);
  useLayoutEffect(look, []);
  return { box, different, look };
}

type Props = Pick<PaymentFormProps, "typed" | "countries" | "saved"> & { choice: BillingChoice; state: FormState };

/**
 * The billing address: the shipping address or another one. The fields of the other address count
 * only while they are shown (requirements 87–90).
 */
export function Billing({ typed, countries, saved, choice: { box, different, look }, state }: Props) {
  const hidden = different === false;
  return (
    <div className="billing stack" ref={box}>
      <fieldset className="radio-cards">
        <legend className="visually-hidden">Billing address</legend>
        <label className="radio-card">
          <input
            type="radio"
            id="billing-same"
            name="sameAsShipping"
            value="true"
            defaultChecked={typed.sameAsShipping}
            onChange={look}
          />
          <span className="radio-card__name">Same as shipping address</span>
        </label>
        <label className="radio-card">
          <input
            type="radio"
            id="billing-different"
            name="sameAsShipping"
            value="false"
            defaultChecked={!typed.sameAsShipping}
            onChange={look}
          />
          <span className="radio-card__name">Use a different billing address</span>
        </label>
      </fieldset>
      <fieldset className="billing__form stack" hidden={hidden} disabled={hidden}>
        <legend className="visually-hidden">Different billing address</legend>
        <SavedAddresses saved={saved} typed={typed} state={state}>
          {(values, key) => <AddressFields key={key} typed={values} countries={countries} kind="billing" state={state} />}
        </SavedAddresses>
      </fieldset>
    </div>
  );
}

/** The billing address: the shipping address embedded in the page, or the typed one. */
export function billingAddressOf(fields: Fields): Address {
  if (fields.sameAsShipping === "false") return addressOf(fields);
  return addressOf(JSON.parse(document.getElementById("shipping-address")?.textContent ?? "{}") as Fields);
}
