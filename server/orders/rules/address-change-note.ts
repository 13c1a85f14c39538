import type { Address } from "../../customers/rules/address-fields.ts";
import { addressLines } from "../../customers/rules/address-lines.ts";
import { withCountryName } from "../../customers/rules/areas.ts";

const oneLine = (address: Address): string => addressLines(withCountryName(address)).join(", ");

/** The former and the new address, one line each, for the history and the email. */
export const addressChangeNote = (former: Address, address: Address): string =>
  `From: ${oneLine(former)}\nTo: ${oneLine(address)}`;
