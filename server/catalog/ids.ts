import { randomBytes } from "node:crypto";

/** 64 random bits: short, since a listing holds two for each card. Ids of the catalogue are no secrets. */
export const newId = (): string => randomBytes(8).toString("hex");

/**
 * Ids that count up from a random one: rows written together then stand together in every index, and a batch changes few pages instead of one for each row.
 * Two rows of ids meet less often than as many drawn ones.
 */
export function idsInRow(): () => string {
  let last = randomBytes(8).readBigUInt64BE();
  return () => {
    last = BigInt.asUintN(64, last + 1n);
    return last.toString(16).padStart(16, "0");
  };
}
