import { createHmac, randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import { secretsIn } from "../../secrets.ts";
import type { WorkChallenge } from "./schema.ts";

/**
 * The solver makes 250 to 750 attempts at a solution. This takes a current computer half a second
 * and a slow phone two seconds, which is little for one person and much for somebody who needs
 * thousands of solutions. Creating a task costs the shop only one such attempt.
 */
const usual = { cost: 2_000, least: 250, most: 750 };
const algorithm = "PBKDF2/SHA-256";
const tenMinutes = 10 * 60_000;

const solved = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      expiresAt: z.number(),
      data: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

function parse(token: string): z.output<typeof solved> | undefined {
  try {
    return solved.parse(JSON.parse(Buffer.from(token, "base64").toString()));
  } catch {
    return undefined;
  }
}

/** The purpose of the work: a solution for another action or subject is refused. */
type Task = {
  action: string;
  subject?: string;
  /** how many times the usual work; 1 where absent */
  factor?: number;
};

/** Work that was done: valid, not expired, and perhaps used before (`consumeChallenge`). */
export type DoneWork = {
  action: string;
  subject: string | undefined;
  factor: number;
  nonce: string;
  /** ms */
  expiresAt: number;
};

type Options = {
  now: () => number;
  secret: string;
  /** PBKDF2 rounds of one try, and the least and most tries of a task of factor 1 */
  work?: { cost: number; least: number; most: number };
};

export type ProofOfWork = ReturnType<typeof proofOfWork>;

/** Signed tasks that take a browser some work and are valid for ten minutes. */
export function proofOfWork({ now, secret, work = usual }: Options) {
  // The keys keep their first names, so that open challenges stay valid after an update of the
  // shop.
  const keyOf = (one: string, name: string) => createHmac("sha256", one).update(`bot-check:${name}`).digest("hex");
  const keysOf = (one: string) => ({ hmacSignatureSecret: keyOf(one, "task"), hmacKeySignatureSecret: keyOf(one, "solution") });
  const allKeys = secretsIn(secret).map(keysOf);
  const keys = keysOf(secretsIn(secret)[0]);
  const isSolved = async (solution: z.output<typeof solved>): Promise<boolean> => {
    for (const each of allKeys) if ((await verifySolution({ ...solution, deriveKey, ...each })).verified) return true;
    return false;
  };
  return {
    async offer({ action, subject, factor }: Task): Promise<WorkChallenge> {
      const { cost } = work;
      const least = work.least * (factor ?? 1);
      const most = work.most * (factor ?? 1);
      const counter = randomInt(least, most + 1);
      const expiresAt = new Date(now() + tenMinutes);
      const data = { action, most, ...(subject !== undefined && { subject }), ...(factor !== undefined && { factor }) };
      return (await createChallenge({ algorithm, cost, counter, deriveKey, expiresAt, data, ...keys })) as WorkChallenge;
    },
    /** Checks a solved task; undefined if it is wrong, forged or expired. */
    async check(token: string): Promise<DoneWork | undefined> {
      const solution = parse(token);
      if (!solution || !(await isSolved(solution))) return undefined;
      // The signature is valid, so the parameters are the shop's own.
      const { data, nonce, expiresAt } = solution.challenge.parameters;
      if (expiresAt * 1000 <= now()) return undefined;
      const { action = "", subject, factor = 1 } = data as Partial<Task>;
      return { action, subject, factor, nonce, expiresAt: expiresAt * 1000 };
    },
  };
}
