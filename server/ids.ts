import { randomBytes } from "node:crypto";

/** 128 random bits, 32 hexadecimal digits: an id that nobody can guess. */
export const newId = (): string => randomBytes(16).toString("hex");

/**
 * 64 random bits, for what is no secret and stands in many places: a listing holds two for each
 * card.
 */
export const newShortId = (): string => randomBytes(8).toString("hex");

/**
 * 256 random bits, for who holds it alone opens something with it: sessions, mailed links, keys.
 */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/**
 * Short ids that count up from a random one: rows written together then stand together in every
 * index, and a batch changes few pages instead of one for each row. Two rows of ids meet less often
 * than as many drawn ones.
 */
export function idsInRow(): () => string {
  let last = randomBytes(8).readBigUInt64BE();
  return () => {
    last = BigInt.asUintN(64, last + 1n);
    return last.toString(16).padStart(16, "0");
  };
}
