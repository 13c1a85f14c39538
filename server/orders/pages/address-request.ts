import {
  type Address,
  type AddressField,
  addressFieldNames,
  addressFields,
  mapAddress,
} from "../../customers/rules/address-fields.ts";
import { addressLines } from "../../customers/rules/address-lines.ts";
import { countries, withCountryName } from "../../customers/rules/areas.ts";
import type { Dates } from "../../dates.ts";
import type { Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import { type StateLabel, stateLabel } from "../../state-label.ts";
import type { AddressRequest } from "../address-request.ts";
import type { VisibleOrder } from "../detail.ts";
import { longestAddressNote } from "../rules/address-request.ts";

export type AddressRequestInput = {
  /** the anti-forgery token */
  token: string;
  /** the text typed into the form, and why it was refused */
  typed: Readonly<Record<string, unknown>>;
  refusal: Refusal | undefined;
};

type RequestState = AddressRequest["state"];

const states: Readonly<Record<RequestState, StateLabel>> = {
  asked: stateLabel("todo", "Requested"),
  withdrawn: stateLabel("waiting", "Withdrawn"),
  accepted: stateLabel("done", "Changed"),
  declined: stateLabel("waiting", "Declined"),
  ended: stateLabel("waiting", "Not changed"),
};

const outcomes: Readonly<Record<RequestState, string>> = {
  asked: "We’ll review your request and email you our decision. Until then, your order goes to the address above.",
  withdrawn: "",
  accepted: "We changed the shipping address of your order.",
  declined: "We couldn’t change the shipping address.",
  ended: "Your order shipped or was canceled before we could change its address.",
};

export const addressNotices: Readonly<Record<string, string>> = {
  "address-requested": "We received your request for another address. We’ll email you our decision.",
  "address-withdrawn": "You withdrew your request for another address.",
};

const choicesOf = (field: AddressField, { country, countryArea }: Address) => {
  if (field === "country")
    return [{ name: "", choices: countries.map(({ code, name }) => ({ value: code, label: name, selected: code === country })) }];
  if (field !== "countryArea") return undefined;
  return countries.map(({ code, name, areas }) => ({
    name,
    choices: areas.map((area) => ({
      value: area.code,
      label: area.name,
      selected: code === country && area.code === countryArea,
    })),
  }));
};

function formOf({ order }: VisibleOrder, { token, typed, refusal }: AddressRequestInput, request: AddressRequest | undefined) {
  const isSent = typed.streetAddress1 !== undefined;
  const shown = request?.state === "asked" ? request.address : order.shippingAddress;
  const address = isSent ? mapAddress((field) => readText(typed[field])) : shown;
  const errorOf = (name: string) => refusal?.errors?.find(({ field }) => field === name)?.message;
  return {
    token,
    orderId: order.id,
    open: isSent,
    isAgain: request?.state === "asked",
    fields: addressFieldNames.map((name) => ({
      ...addressFields[name],
      name,
      value: address[name],
      hint: undefined,
      groups: choicesOf(name, address),
      error: errorOf(name),
    })),
    asksPostalCode: refusal?.errors?.some(({ code }) => code === "area_mismatch") === true,
    note: {
      id: "address-note",
      value: readText(typed.addressNote),
      error: errorOf("addressNote"),
      maxlength: String(longestAddressNote),
    },
  };
}

/** The values of views/orders/address-request.hbs; undefined without a past or possible request. */
export function addressRequestPart(
  visibleOrder: VisibleOrder,
  request: AddressRequest | undefined,
  dates: Dates,
  input: AddressRequestInput,
) {
  const { state, isPartShipped } = visibleOrder.order;
  const isOpen = state === "placed" && !isPartShipped;
  const isShown = request !== undefined && request.state !== "withdrawn";
  if (!isOpen && !isShown) return undefined;
  return {
    form: isOpen ? formOf(visibleOrder, input, request) : undefined,
    request: isShown
      ? {
          requested: dates.day(request.requestedAt),
          address: addressLines(withCountryName(request.address)),
          state: states[request.state],
          outcome: outcomes[request.state],
          note: request.note,
          answer: request.answer.split("\n").filter((line) => line.trim() !== ""),
          mayWithdraw: request.state === "asked",
          token: input.token,
          orderId: visibleOrder.order.id,
        }
      : undefined,
  };
}
