import { createHash } from "node:crypto";
import { knownDeviceOf } from "../customers/known-devices.ts";
import { recordTries, type TryLimit, tooManyTries } from "../customers/rate-limits.ts";
import type { Db, Tx } from "../db/tables.ts";
import { clearTries, recordTryOfEach, recordTryOnce, removeTries } from "../db/tries.ts";
import type { Outcome, Refusal } from "../outcome.ts";
import { networkOf, widerNetworkOf } from "../web/network.ts";
import { workFactor } from "../web/proof-of-work/factor.ts";
import { spendWork, type WorkLimit, workRequired } from "../web/proof-of-work/limits.ts";
import { type CountedWithShop, countWithShop, type ShopLimit, shopTries, withoutOwn } from "../web/proof-of-work/shop-limit.ts";
import type { Identity } from "./parts.ts";
import { readWork, signInAction, workSubject } from "./sign-in-work.ts";

const quarter = 15 * 60_000;
const hour = 60 * 60_000;

/**
 * The number of wrong passwords (`free`) that strangers may try for one email within `within` ms
 * without a proof of work. A stranger is a browser that the account does not know.
 */
export const freeOfEmail = { within: quarter, free: 10 };

/**
 * Whether a browser is known to the account that it asks for. Strangers and known devices have
 * separate shop-wide limits of wrong passwords and of requested emails.
 */
export type SignInSide = "strangers" | "known devices";

/** A try of an account's password by somebody who is not signed in to it. */
export type PasswordTry = {
  /** normalised; there may be no account with it */
  mail: string;
  address: string;
  /** secrets by which accounts know this browser */
  deviceSecrets: readonly string[];
  /** a solved challenge, or a mailed link's token, as it was sent */
  work: string | undefined;
};

type Parts = Pick<Identity, "db" | "now" | "secret" | "maxFailuresPerHour">;

/**
 * The limit of wrong passwords in the whole shop within an hour. It is four for each account that
 * signed in, but at least `maxFailuresPerHour`. A quarter of the limit costs no work, which is one
 * wrong password for each account that signed in.
 */
export const passwordShopLimit = (subject: SignInSide, maxFailuresPerHour: number): ShopLimit => ({
  kind: "password-shop",
  subject,
  least: maxFailuresPerHour,
  successKind: "password-right-shop",
  perSuccess: 4,
});

type Limits = { own: WorkLimit[]; shop: ShopLimit };

/**
 * Strangers' failures are counted by email, address, wider network and shop. A browser that has
 * signed in to the account before has a count of its own, so strangers cannot lock its holder out.
 */
async function limitsOf(
  { db, maxFailuresPerHour }: Parts,
  { mail, address, deviceSecrets }: PasswordTry,
  now: number,
): Promise<Limits> {
  const device = await knownDeviceOf(db, { email: mail, secrets: deviceSecrets }, now);
  if (device !== undefined)
    return {
      own: [{ kind: "password-device", subject: device, within: quarter, free: 10 }],
      shop: passwordShopLimit("known devices", maxFailuresPerHour),
    };
  return {
    own: [
      { kind: "password-mail", subject: mail, ...freeOfEmail },
      { kind: "password-address", subject: networkOf(address), within: quarter, free: 50 },
      { kind: "password-network", subject: widerNetworkOf(address), within: quarter, free: 100 },
    ],
    shop: passwordShopLimit("strangers", maxFailuresPerHour),
  };
}

const manyWrong = "Many passwords were wrong lately, so this sign-in needs one more check. Please try again.";

/**
 * The refusal of a try that comes without work: too many tries were made in the whole shop, or the
 * try now takes work. Undefined if the try may go on.
 */
function refusalOf(mail: string, { counted, shop }: CountedWithShop, now: number): Refusal | undefined {
  if (shop.count >= shop.most) return tooManyTries(shop.first, shop.within, now);
  const factor = workFactor(counted);
  return factor > 0 ? workRequired(manyWrong, { action: signInAction, subject: workSubject(mail), factor }) : undefined;
}

/**
 * The refusal that the next try of this account's password would get if it came without work;
 * undefined if there would be none. This check does not count as a try.
 */
export async function passwordLimit(parts: Parts, passwordTry: Omit<PasswordTry, "work">): Promise<Refusal | undefined> {
  const now = parts.now();
  const { own, shop } = await limitsOf(parts, { ...passwordTry, work: undefined }, now);
  return refusalOf(passwordTry.mail, await countWithShop(parts.db, own, shop, now), now);
}

/**
 * Runs a check of a password. The try is counted before the check, so that parallel tries count
 * too. The count is removed unless the try fails. Beyond the free tries a try takes more and more
 * work; beyond the shop's limit it is refused.
 */
export async function limited<Value>(
  parts: Parts,
  passwordTry: PasswordTry,
  check: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const { db } = parts;
  const now = parts.now();
  const { own, shop } = await limitsOf(parts, passwordTry, now);
  const refusal = refusalOf(passwordTry.mail, await countWithShop(db, own, shop, now), now);
  if (
    refusal &&
    !(
      refusal.code === "work_required" &&
      (await spendWork(db, await readWork(parts, passwordTry.mail, passwordTry.work), refusal))
    )
  )
    return refusal;
  const ids = await recordTryOfEach(db, [...own, shopTries(shop)], now);
  // Each try is recorded before this count, so concurrent tries count each other here. A try that
  // has done work is not checked again.
  const crowded = refusal ? undefined : refusalOf(passwordTry.mail, withoutOwn(await countWithShop(db, own, shop, now)), now);
  if (crowded) {
    await removeTries(db, ids);
    return crowded;
  }
  const outcome = await check();
  if (outcome.ok) {
    await removeTries(db, ids);
    // A success counts once for each account within an hour: signing in again and again does not
    // raise the limit.
    const account = createHash("sha256")
      .update(`${Math.floor(now / hour)} ${shop.subject} ${passwordTry.mail}`)
      .digest("base64url");
    await recordTryOnce(db, { id: account.slice(0, 32), kind: shop.successKind, subject: shop.subject, at: now });
  }
  return outcome;
}

/** Clears the counted wrong passwords of an email whose holder has followed a mailed link. */
export const clearFailuresOfEmail = (tx: Tx, mail: string) => clearTries(tx, "password-mail", mail);

/**
 * Runs a check of a secret, unless there were too many failures. Only failures count. A refusal
 * says how long to wait.
 */
async function counted<Value>(
  db: Db,
  subjects: readonly TryLimit[],
  { within, now }: { within: number; now: number },
  check: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const ids = await recordTries(db, subjects, within, now);
  if (!ids.ok) return ids;
  const outcome = await check();
  if (outcome.ok) await removeTries(db, ids.value);
  return outcome;
}

/**
 * The most failed sign-ups of one address in an hour, such as those that test one email after the
 * other.
 */
const signUps = { kind: "sign-up-address", perAddress: 20 };

/** The most failed passwords of one session, or of one mailed link, in a quarter of an hour. */
const mostInside = 10;

/**
 * Runs a check of a password that only the holder of a session or of a mailed link can try.
 * Strangers' failures do not count here, and these failures count for nobody else. `subject` is a
 * hash.
 */
export const limitedInside = <Value>(
  { db, now }: Pick<Identity, "db" | "now">,
  subject: string,
  check: () => Promise<Outcome<Value>>,
) => counted(db, [{ kind: "password-inside", subject, most: mostInside }], { within: quarter, now: now() }, check);

/**
 * Runs a sign-up within its limit, since a refused sign-up may reveal that an email has an account.
 */
export const limitedSignUp = <Value>(
  db: Db,
  { address, now }: { address: string; now: number },
  open: () => Promise<Outcome<Value>>,
) => counted(db, [{ kind: signUps.kind, subject: networkOf(address), most: signUps.perAddress }], { within: hour, now }, open);
