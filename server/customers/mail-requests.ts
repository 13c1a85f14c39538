import { createHash } from "node:crypto";
import type { Db, Tx } from "../db/tables.ts";
import { recordTryOfEach, removeTries } from "../db/tries.ts";
import { type Outcome, ok, type Refusal } from "../outcome.ts";
import { networkOf, widerNetworkOf } from "../web/network.ts";
import { proofOfWork } from "../web/proof-of-work/challenges.ts";
import { workFactor } from "../web/proof-of-work/factor.ts";
import { type CountedLimit, spendWork, type WorkLimit, workRequired } from "../web/proof-of-work/limits.ts";
import type { WorkLink } from "../web/proof-of-work/links.ts";
import { type CountedWithShop, countWithShop, type ShopLimit, shopTries, withoutOwn } from "../web/proof-of-work/shop-limit.ts";
import { knownDeviceOf } from "./known-devices.ts";
import { firstMailLimits, tooManyTries } from "./rate-limits.ts";

const hour = 60 * 60_000;

/** The most emails in an hour that need no proof of work. */
const free = { perMail: 3, perNetwork: 20, perWiderNetwork: 40 };

/** A request for an email with a link, by somebody who is not signed in. */
export type MailRequest = {
  kind: "reset" | "lookup";
  /** the text that identifies the recipient in counts, such as a normalised email */
  subject: string;
  /** normalised; an account with this email may not exist */
  email: string;
  address: string;
  /** the secrets of the cookie by which accounts recognise this browser */
  deviceSecrets: readonly string[];
  /** the sent solution of a challenge */
  work: string | undefined;
  /** whether the browser can do proof of work; false for a native form */
  canWork: boolean;
};

type Requesters = "strangers" | "known devices";
type Limits = { own: WorkLimit[]; shop: ShopLimit };

/**
 * The limit of requests by one group in the whole shop in an hour: `maxMailsPerHour`, or eight
 * requests for each opened link if that is more. A quarter of the limit needs no proof of work. So
 * each opened link allows its own request and one more without proof of work.
 */
export const mailShopLimit = (subject: Requesters, maxMailsPerHour: number): ShopLimit => ({
  kind: "letter-shop",
  subject,
  least: maxMailsPerHour,
  successKind: "letter-opened-shop",
  perSuccess: 8,
});

/**
 * Counts an opened link as a success of strangers and of known devices, since a link may be opened
 * in another browser than the browser that requested it.
 */
export async function recordOpenedLink(tx: Tx, now: number): Promise<void> {
  const opened = (["strangers", "known devices"] as const).map((subject) => ({
    kind: mailShopLimit(subject, 0).successKind,
    subject,
  }));
  await recordTryOfEach(tx, opened, now);
}

type Parts = { db: Db; now: () => number; secret: string; maxMailsPerHour: number };

/**
 * Counts strangers' requests by recipient, address, wider network and shop. A browser that has
 * signed in to the account before has its own counts.
 */
async function limitsOf({ db, maxMailsPerHour }: Parts, request: MailRequest, now: number): Promise<Limits> {
  const { kind, subject, email, address } = request;
  const device = await knownDeviceOf(db, { email, secrets: request.deviceSecrets }, now);
  if (device !== undefined)
    return {
      own: [{ kind: `${kind}-letter-device`, subject: device, within: hour, free: free.perMail }],
      shop: mailShopLimit("known devices", maxMailsPerHour),
    };
  const own = [
    { kind: `letter-${kind}`, subject, within: hour, free: free.perMail },
    { kind: `${kind}-letter-address`, subject: networkOf(address), within: hour, free: free.perNetwork },
    { kind: `${kind}-letter-network`, subject: widerNetworkOf(address), within: hour, free: free.perWiderNetwork },
  ];
  return { own, shop: mailShopLimit("strangers", maxMailsPerHour) };
}

const action = "MAIL";

/** A hash that represents the recipient in a challenge. */
const workSubject = ({ kind, subject }: MailRequest): string =>
  createHash("sha256").update(`mail-work:${kind}:${subject}`).digest("hex").slice(0, 32);

async function readWork({ now, secret }: Parts, request: MailRequest): Promise<WorkLink | undefined> {
  if (!request.work) return undefined;
  const work = await proofOfWork({ now, secret }).check(request.work);
  const subject = workSubject(request);
  return work?.action === action && work.subject === subject ? { ...work, subject } : undefined;
}

const manyRequested = "Many links were requested lately, so this one needs one more check. Please try again.";
const mailedBefore = "We already emailed links to this address within the last hour. Please open the newest one.";
const manyFromNetwork = "Many links were requested from your network lately. Please turn on JavaScript, or try again in an hour.";

/**
 * Refuses a request that comes without proof of work if the shop's budget is used up or if the
 * request needs such a proof.
 */
function refusalOf(request: MailRequest, { counted, shop }: CountedWithShop, now: number): Refusal | undefined {
  if (shop.count >= shop.most) return tooManyTries(shop.first, shop.within, now);
  const factor = workFactor(counted);
  if (factor === 0) return undefined;
  const needed = { action, subject: workSubject(request), factor };
  if (request.canWork) return workRequired(manyRequested, needed);
  return workRequired(isUsedUp(counted[0]) ? mailedBefore : manyFromNetwork, needed);
}

const isUsedUp = (limit: CountedLimit | undefined): boolean => limit !== undefined && limit.count >= limit.free;

/**
 * Counts a request for an email before the email is sent. After the free requests, each request
 * needs proof of work, which gets harder. A request above the shop's limit is refused. A browser
 * that cannot do proof of work then gets only the first email to a recipient, even if other people
 * in its network have requested many. `worked` is true if the browser did proof of work.
 */
export async function countMailRequest(parts: Parts, request: MailRequest): Promise<Outcome<{ worked: boolean }>> {
  const { db } = parts;
  const now = parts.now();
  const { own, shop } = await limitsOf(parts, request, now);
  const limits = [...own, shopTries(shop)];
  const refusal = refusalOf(request, await countWithShop(db, own, shop, now), now);
  if (refusal && (await spendWork(db, await readWork(parts, request), refusal))) {
    await recordTryOfEach(db, limits, now);
    return ok({ worked: true });
  }
  if (refusal && (request.canWork || refusal.code !== "work_required")) return refusal;
  const firsts = refusal ? firstsOf(request) : [];
  const ids = await recordTryOfEach(db, [...limits, ...firsts], now);
  // Each concurrent request has been counted by now, so each sees the others.
  const others = withoutOwn(await countWithShop(db, [...own, ...firsts], shop, now));
  const crowded = refusal ? unlessFirst(others.counted, firsts.length, refusal) : refusalOf(request, others, now);
  if (!crowded) return ok({ worked: false });
  await removeTries(db, ids);
  return crowded;
}

/**
 * The limits of first emails, for browsers that cannot do proof of work. A first email goes to a
 * recipient for whom nobody requested an email in the last hour.
 */
const firstsOf = ({ kind, address }: MailRequest): WorkLimit[] =>
  firstMailLimits(kind, address).map(({ most, ...limit }) => ({ ...limit, within: hour, free: most }));

/**
 * Undefined if nobody requested an email to this recipient in the last hour and no limit of first
 * emails is used up; otherwise the refusal. The first entry of `others` counts the earlier
 * requests. The `firsts` limits of first emails come just before the last entry, the shop's limit.
 */
const unlessFirst = (others: readonly CountedLimit[], firsts: number, refusal: Refusal): Refusal | undefined =>
  others[0]?.count === 0 && !others.slice(-1 - firsts, -1).some(isUsedUp) ? undefined : refusal;
