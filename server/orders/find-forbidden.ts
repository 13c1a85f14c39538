import type { Address } from "../customers/rules/address-fields.ts";
import type { Tx } from "../db/tables.ts";
import type { FieldError } from "../outcome.ts";

/**
 * Finds the errors of an address in a state that does not allow some of these variants. The caller
 * passes this function, since orders may not import from checkout (I11).
 */
export type FindForbidden = (tx: Tx, variantIds: readonly string[], address: Address) => Promise<FieldError[]>;
