import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Subject } from "../../customers/security-events.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import { newTotpSecret } from "../../ids.ts";
import { secretsIn } from "../../secrets.ts";
import {
  confirmTotpRow,
  consumeRecoveryCode,
  consumeStep,
  findTotp,
  putTotp,
  replaceRecoveryCodes,
  replaceSealed,
  subjectColumns,
  totpsAfter,
} from "./queries.ts";
import { seal, unseal } from "./sealed.ts";
import { base32, codeOf, stepAt } from "./totp-code.ts";

/** How long a secret that was shown may be confirmed; ms. */
const enrolmentTime = 10 * 60_000;
const recoveryCodes = 10;

const purposeOf = ({ kind, id }: Subject): string => `totp:${kind}:${id}`;

/** Creates a secret that takes effect with its first code; false if an app is in use. */
export const beginTotp = (db: Db, subject: Subject, secrets: string, now: number): Promise<boolean> =>
  transact(db, (tx) => {
    const secret = seal(secrets, purposeOf(subject), newTotpSecret());
    return putTotp(tx, { ...subjectColumns(subject), secret, created_at: now, confirmed_at: null });
  });

/** The secret that waits for its first code; undefined if there is none or its time is over. */
export async function pendingSecret(
  reader: Db | Tx,
  subject: Subject,
  secrets: string,
  now: number,
): Promise<Buffer | undefined> {
  const row = await findTotp(reader, subject);
  if (!row || row.confirmed_at !== null || row.created_at + enrolmentTime <= now) return undefined;
  return secretOf(subject, secrets, row.secret);
}

/** The app's secret; undefined if the shop's secret that sealed it was removed. */
function secretOf(subject: Subject, secrets: string, sealed: string): Buffer | undefined {
  const secret = unseal(secrets, purposeOf(subject), sealed);
  return secret === undefined ? undefined : Buffer.from(secret, "base64url");
}

const resealedAtOnce = 500;

/**
 * Reseals all apps' secrets with the shop's newest secret, so that its older secrets can be
 * removed.
 */
export async function resealTotps(db: Db, secrets: string): Promise<void> {
  const [newest, ...older] = secretsIn(secrets);
  if (older.length === 0) return;
  let last: Subject = { kind: "customer", id: "" };
  for (;;) {
    const rows = await totpsAfter(db, last, resealedAtOnce);
    for (const row of rows) {
      last = { kind: row.subject_kind, id: row.subject_id };
      const purpose = purposeOf(last);
      if (unseal(newest, purpose, row.secret) !== undefined) continue;
      const secret = unseal(secrets, purpose, row.secret);
      if (secret !== undefined) await replaceSealed(db, row, seal(newest, purpose, secret));
    }
    if (rows.length < resealedAtOnce) return;
  }
}

/** The address that an authenticator app reads from a QR code, and its secret for typing. */
export function enrolmentOf(secret: Buffer, { issuer, account }: { issuer: string; account: string }) {
  const text = base32(secret);
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return { secret: text, address: `otpauth://totp/${label}?secret=${text}&issuer=${encodeURIComponent(issuer)}` };
}

/**
 * Makes an authenticator app the second step of signing in, proved by the app's first code. Returns
 * new recovery codes; undefined for a wrong code.
 */
export async function confirmTotp(
  tx: Tx,
  { subject, secrets, code }: { subject: Subject; secrets: string; code: string },
  now: number,
): Promise<string[] | undefined> {
  const secret = await pendingSecret(tx, subject, secrets, now);
  if (!secret || !(await consumeCode(tx, { subject, secret, code }, now))) return undefined;
  await confirmTotpRow(tx, subject, now);
  return await createRecoveryCodes(tx, subject);
}

/** Whether signing in takes a second step. */
export const hasTotp = async (reader: Db | Tx, subject: Subject): Promise<boolean> =>
  (await findTotp(reader, subject))?.confirmed_at != null;

/** Uses a code of the account's app. A code works once, and earlier codes do not work after it. */
export async function checkTotp(
  tx: Tx,
  { subject, secrets, code }: { subject: Subject; secrets: string; code: string },
  now: number,
): Promise<boolean> {
  const row = await findTotp(tx, subject);
  if (!row || row.confirmed_at === null) return false;
  const secret = secretOf(subject, secrets, row.secret);
  return secret !== undefined && (await consumeCode(tx, { subject, secret, code }, now));
}

/**
 * Uses a code of this period or of a neighbouring one, since the clocks may differ by one period.
 */
async function consumeCode(
  tx: Tx,
  { subject, secret, code }: { subject: Subject; secret: Buffer; code: string },
  now: number,
): Promise<boolean> {
  const codeBytes = Buffer.from(code.replace(/\s/g, ""));
  const step = [-1, 0, 1]
    .map((drift) => stepAt(now) + drift)
    .find((each) => {
      const right = Buffer.from(codeOf(secret, each));
      return right.length === codeBytes.length && timingSafeEqual(right, codeBytes);
    });
  return step !== undefined && (await consumeStep(tx, subject, step));
}

/**
 * 80 random bits as four groups of base32. A plain hash is enough to store it, since it cannot be
 * guessed.
 */
const newRecoveryCode = (): string => (base32(randomBytes(10)).match(/.{4}/g) ?? []).join("-");
const hashOf = (code: string): string =>
  createHash("sha256")
    .update(code.toUpperCase().replace(/[^A-Z2-7]/g, ""))
    .digest("hex");

/**
 * Creates recovery codes in place of all earlier ones; they are shown once, and stored as hashes.
 */
export async function createRecoveryCodes(tx: Tx, subject: Subject): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  await replaceRecoveryCodes(tx, subject, codes.map(hashOf));
  return codes;
}

/** Uses a recovery code, once; spaces, hyphens and case do not matter. */
export const checkRecoveryCode = (tx: Tx, subject: Subject, code: string, now: number): Promise<boolean> =>
  consumeRecoveryCode(tx, subject, hashOf(code), now);
