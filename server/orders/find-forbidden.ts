import type { Address } from "../customers/rules/address-fields.ts";
import type { Tx } from "../db/tables.ts";
import type { FieldError } from "../outcome.ts";

/**
 * The errors of an address to which these variants would go, by the rules of its state. The caller
 * passes this function, since orders do not know checkouts (I11).
 */
export type FindForbidden = (tx: Tx, variantIds: readonly string[], address: Address) => Promise<FieldError[]>;
