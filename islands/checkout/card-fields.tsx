import { type InputEvent, useState } from "react";
import { brandNames, type CardBrand } from "../../server/orders/rules/card-brands.ts";
import {
  cardBrand,
  formatCardNumber,
  formatExpiry,
  formatLeftExpiry,
  formatSecurityCode,
} from "../../server/payments/rules/card.ts";
import { Field } from "../ui/field.tsx";
import type { Fields, FormState } from "../ui/form-state.ts";
import { mask } from "./mask.ts";

const masked = (format: (text: string) => string) => (event: InputEvent<HTMLInputElement>) => mask(event.currentTarget, format);

/**
 * The card form (requirements 92–103). Only the browser's fields contain its values, never a prop,
 * a state or a store.
 */
export function CardFields({ yearNow, errorOf }: { yearNow: number; errorOf: FormState["errorOf"] }) {
  const [brand, recognise] = useState<CardBrand>("unknown");
  return (
    <div className="fields">
      <Field
        name="cardNumber"
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        className="input--numbers"
        error={errorOf("cardNumber")}
        hintId="card-brand"
        onInput={(event) => {
          mask(event.currentTarget, formatCardNumber);
          recognise(cardBrand(event.currentTarget.value));
        }}
      >
        <p className="soft" id="card-brand" role="status" translate="no">
          {brandNames[brand]}
        </p>
      </Field>
      <Field
        name="expirationDate"
        label="Expiration date"
        placeholder="MM/YY"
        inputMode="numeric"
        autoComplete="cc-exp"
        className="input--numbers"
        width="half"
        error={errorOf("expirationDate")}
        onInput={masked((text) => formatExpiry(text, yearNow))}
        onBlur={(event) => mask(event.currentTarget, (text) => formatLeftExpiry(text, yearNow))}
      />
      <Field
        name="securityCode"
        label="Security code"
        inputMode="numeric"
        autoComplete="cc-csc"
        className="input--numbers"
        width="half"
        error={errorOf("securityCode")}
        onInput={masked(formatSecurityCode)}
      />
      <Field name="cardName" label="Name on card" autoComplete="cc-name" error={errorOf("cardName")} />
    </div>
  );
}

export type PaymentDetails = { cardNumber: string; expirationDate: string; securityCode: string; cardName: string };

/** The card among a form's fields, its number without spaces (requirement 96). */
export const cardOf = (fields: Fields): PaymentDetails => ({
  cardNumber: fields.cardNumber?.replaceAll(" ", "") ?? "",
  expirationDate: fields.expirationDate ?? "",
  securityCode: fields.securityCode ?? "",
  cardName: fields.cardName ?? "",
});

/** Empties the card's fields, so that a page in the back-forward cache holds no card. */
export function wipeCard(form: HTMLFormElement | null): void {
  for (const name of ["cardNumber", "expirationDate", "securityCode", "cardName"]) {
    const field = form?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = "";
  }
}
