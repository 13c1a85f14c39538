import { createHash } from "node:crypto";
import type { Db } from "../db/tables.ts";
import { recordTryOfEach, removeTries } from "../db/tries.ts";
import { type Outcome, ok, type Refusal } from "../outcome.ts";
import { networkOf, widerNetworkOf } from "../web/network.ts";
import { proofOfWork } from "../web/proof-of-work/challenges.ts";
import { workFactor } from "../web/proof-of-work/factor.ts";
import { type CountedLimit, countTriesOf, spendWork, type WorkLimit, workRequired } from "../web/proof-of-work/limits.ts";
import type { WorkLink } from "../web/proof-of-work/links.ts";
import { knownDeviceOf } from "./known-devices.ts";
import { firstMailLimits, tooManyTries } from "./rate-limits.ts";

const hour = 60 * 60_000;

/** Emails in an hour that cost no work (decisions §4). */
const free = { perMail: 3, perNetwork: 20, perWiderNetwork: 40 };

/** An email with a link that somebody requests who is not signed in. */
export type MailRequest = {
  kind: "reset" | "lookup";
  /** whom it is for: what is counted, such as a normalised email */
  subject: string;
  /** normalised; perhaps of no account */
  email: string;
  address: string;
  /** by which accounts know this browser */
  deviceSecrets: readonly string[];
  /** a solved challenge, as it was sent */
  work: string | undefined;
  /** whether the browser can work: false for a native form */
  canWork: boolean;
};

type Parts = { db: Db; now: () => number; secret: string; maxMailsPerHour: number };

/**
 * Strangers' requests are counted by recipient, address, wider network and shop. A browser that has
 * signed in to the account before has counts of its own. The shop's limit comes last.
 */
async function limitsOf({ db, maxMailsPerHour }: Parts, request: MailRequest, now: number): Promise<WorkLimit[]> {
  const { kind, subject, email, address } = request;
  const shop = { kind: "letter-shop", within: hour, free: Math.floor(maxMailsPerHour / 4) };
  const device = await knownDeviceOf(db, { email, secrets: request.deviceSecrets }, now);
  if (device !== undefined)
    return [
      { kind: `${kind}-letter-device`, subject: device, within: hour, free: free.perMail },
      { ...shop, subject: "known devices" },
    ];
  return [
    { kind: `letter-${kind}`, subject, within: hour, free: free.perMail },
    { kind: `${kind}-letter-address`, subject: networkOf(address), within: hour, free: free.perNetwork },
    { kind: `${kind}-letter-network`, subject: widerNetworkOf(address), within: hour, free: free.perWiderNetwork },
    { ...shop, subject: "strangers" },
  ];
}

const action = "MAIL";

/** Stands for the recipient in a challenge. */
const workSubject = ({ kind, subject }: MailRequest): string =>
  createHash("sha256").update(`mail-work:${kind}:${subject}`).digest("hex").slice(0, 32);

async function readWork({ now, secret }: Parts, request: MailRequest): Promise<WorkLink | undefined> {
  if (!request.work) return undefined;
  const done = await proofOfWork({ now, secret }).check(request.work);
  const subject = workSubject(request);
  return done?.action === action && done.subject === subject ? { ...done, subject } : undefined;
}

const manyRequested = "Many links were requested lately, so this one needs one more check. Please try again.";
const mailedBefore = "We already emailed links to this address within the last hour. Please open the newest one.";
const manyFromNetwork = "Many links were requested from your network lately. Please turn on JavaScript, or try again in an hour.";

/** The refusal that a request without work meets: beyond the shop's budget, or since it takes work by now. */
function refusalOf(
  { maxMailsPerHour }: Parts,
  request: MailRequest,
  counted: readonly CountedLimit[],
  now: number,
): Refusal | undefined {
  const shop = counted.at(-1);
  if (shop && shop.count >= maxMailsPerHour) return tooManyTries(shop.first, shop.within, now);
  const factor = workFactor(counted);
  if (factor === 0) return undefined;
  const needed = { action, subject: workSubject(request), factor };
  if (request.canWork) return workRequired(manyRequested, needed);
  return workRequired(isUsedUp(counted[0]) ? mailedBefore : manyFromNetwork, needed);
}

const isUsedUp = (limit: CountedLimit | undefined): boolean => limit !== undefined && limit.count >= limit.free;

/**
 * Counts a request for an email, before it is sent. Above what is free it takes work, which grows;
 * above the shop's budget it is refused. Who cannot work gets the first one to a recipient whatever
 * others of the network requested, and is then told to open what was mailed. `worked`: work was done
 * for it.
 */
export async function countMailRequest(parts: Parts, request: MailRequest): Promise<Outcome<{ worked: boolean }>> {
  const { db } = parts;
  const now = parts.now();
  const limits = await limitsOf(parts, request, now);
  const refusal = refusalOf(parts, request, await countTriesOf(db, limits, now), now);
  if (refusal && (await spendWork(db, await readWork(parts, request), refusal))) {
    await recordTryOfEach(db, limits, now);
    return ok({ worked: true });
  }
  if (refusal && (request.canWork || refusal.code !== "work_required")) return refusal;
  // Of requests at one moment each sees the others by now.
  const othersOf = async (recorded: readonly WorkLimit[]) =>
    (await countTriesOf(db, recorded, now)).map((limit) => ({ ...limit, count: limit.count - 1 }));
  const firsts = refusal ? firstsOf(request) : [];
  const recorded = [...limits, ...firsts];
  const ids = await recordTryOfEach(db, recorded, now);
  const others = await othersOf(recorded);
  const crowded = refusal ? unlessFirst(others, firsts.length, refusal) : refusalOf(parts, request, others, now);
  if (!crowded) return ok({ worked: false });
  await removeTries(db, ids);
  return crowded;
}

/** Counts the firsts of browsers that cannot work. */
const firstsOf = ({ kind, address }: MailRequest): WorkLimit[] =>
  firstMailLimits(kind, address).map(({ most, ...limit }) => ({ ...limit, within: hour, free: most }));

/** Nothing where nobody requested an email to this recipient in the last hour, and the last ones, the firsts, are not used up. */
const unlessFirst = (others: readonly CountedLimit[], firsts: number, refusal: Refusal): Refusal | undefined =>
  others[0]?.count === 0 && !others.slice(-firsts).some(isUsedUp) ? undefined : refusal;
