import { randomBytes, randomInt, randomUUID } from "node:crypto";

/**
 * 96 random bits as 24 hexadecimal digits: those digits of a UUID that do not encode its version.
 * Node keeps random bytes for many UUIDs in memory, and asking the system for each id would be
 * slower.
 */
function randomDigits(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(24);
}

/** 128 random bits, 32 hexadecimal digits: an id that cannot be guessed. */
export const newId = (): string => randomDigits() + randomDigits().slice(0, 8);

/**
 * The id of a row if the id is not secret: 32 hexadecimal digits. The first 8 count seconds, and
 * the rest are 96 random bits. Rows written together are then neighbours in the index, so a commit
 * changes few pages of the index.
 */
export const newRowId = (): string =>
  Math.floor(Date.now() / 1000)
    .toString(16)
    .padStart(8, "0") + randomDigits();

/** 64 random bits, for frequent ids that are not secret: a listing has two for each card. */
export const newShortId = (): string => randomBytes(8).toString("hex");

/** 256 random bits, for secrets that give access: sessions, mailed links, keys. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** 160 random bits, as RFC 4226 asks: the secret that the shop shares with an authenticator app. */
export const newTotpSecret = (): string => randomBytes(20).toString("base64url");

/**
 * Returns a function that makes short ids, which count up from a random number. Rows written
 * together are then neighbours in every index, so a batch changes few pages instead of one page for
 * each row. Two such ranges of ids collide less often than the same number of random ids.
 */
export function idsInRow(): () => string {
  let last = randomBytes(8).readBigUInt64BE();
  return () => {
    last = BigInt.asUintN(64, last + 1n);
    return last.toString(16).padStart(16, "0");
  };
}

/** Ten random letters (47 bits) that identify a shop among the shops of one gateway account. */
export const newShopId = (): string => Array.from({ length: 10 }, () => String.fromCharCode(97 + randomInt(26))).join("");
