import { randomBytes, randomInt, randomUUID } from "node:crypto";

/**
 * 96 random bits, 24 hexadecimal digits: those of a UUID that do not encode its version. Node keeps
 * random bytes for many UUIDs in stock; asking the system for each takes longer than making the id.
 */
function randomDigits(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(24);
}

/** 128 random bits, 32 hexadecimal digits: an id that cannot be guessed. */
export const newId = (): string => randomDigits() + randomDigits().slice(0, 8);

/**
 * The id of a row that is no secret: 32 hexadecimal digits, of which the first 8 count seconds and
 * the rest are 96 random bits. Rows written together are then neighbours in the index, and a commit
 * changes few pages of it.
 */
export const newRowId = (): string =>
  Math.floor(Date.now() / 1000)
    .toString(16)
    .padStart(8, "0") + randomDigits();

/** 64 random bits, for ids that are no secret and occur often: a listing has two for each card. */
export const newShortId = (): string => randomBytes(8).toString("hex");

/** 256 random bits, for secrets that give access: sessions, mailed links, keys. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** 160 random bits, as RFC 4226 asks: the secret that an authenticator app shares. */
export const newTotpSecret = (): string => randomBytes(20).toString("base64url");

/**
 * Returns a function for short ids that count up from a random one. Rows written together are then
 * neighbours in every index, and a batch changes few pages instead of one for each row. Two ranges
 * of ids collide less often than as many random ids.
 */
export function idsInRow(): () => string {
  let last = randomBytes(8).readBigUInt64BE();
  return () => {
    last = BigInt.asUintN(64, last + 1n);
    return last.toString(16).padStart(16, "0");
  };
}

/** Ten random letters (47 bits), for a shop among those of one gateway account. */
export const newShopId = (): string => Array.from({ length: 10 }, () => String.fromCharCode(97 + randomInt(26))).join("");
