import type { Address } from "../../customers/rules/address-fields.ts";
import { areaName, withCountryName } from "../../customers/rules/areas.ts";
import type { OrderRecord } from "../../orders/record.ts";
import { longestAddressAnswer } from "../../orders/rules/address-request.ts";
import type { Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import type { FormBody } from "../forms/body.ts";
import type { StaffContext } from "../frame.ts";
import { staffAddressRequestPath, staffOrderAddressPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";

/** The parts of an address by label, for the comparison that the staff see. */
const compared = (address: Address): Record<string, string> => ({
  Name: `${address.firstName} ${address.lastName}`,
  Street: address.streetAddress1,
  City: address.city,
  State: areaName(address.country, address.countryArea),
  "ZIP or postal code": address.postalCode,
  Country: withCountryName(address).country,
  Phone: address.phone,
});

type SentForm = { typed?: FormBody | undefined; refusal?: Refusal | undefined };

/**
 * The values of views/staff/order-address-request.hbs, which compares the requested address with
 * the present one; undefined without an open request.
 */
export function addressRequestPart(
  context: StaffContext,
  { order, addressRequest }: Pick<OrderRecord, "order" | "addressRequest">,
  { typed = {}, refusal }: SentForm = {},
) {
  if (!addressRequest) return undefined;
  const now = compared(order.shippingAddress);
  const { address, note } = addressRequest;
  const isElsewhere =
    address.country !== order.shippingAddress.country || address.countryArea !== order.shippingAddress.countryArea;
  return {
    token: context.token,
    action: staffAddressRequestPath(order.number),
    rows: Object.entries(compared(address)).map(([label, wished]) => ({
      label,
      now: now[label] ?? "",
      wished,
      isOther: wished !== now[label],
    })),
    note,
    isElsewhere,
    accept: isElsewhere ? "See what this changes" : "Change the address",
    page: staffOrderAddressPath(order.number),
    mayDecide: may(context.staff, "orders:edit"),
    answer: {
      name: "answer",
      label: "Why you decline",
      hint: "The shopper reads your reason in an email and on the order’s page.",
      value: readText(typed.answer),
      error: refusal?.errors?.find(({ field }) => field === "answer")?.message,
      maxlength: String(longestAddressAnswer),
    },
  };
}
