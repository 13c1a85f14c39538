import { createHmac, randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { Db } from "../../db/tables.ts";
import { ok } from "../../outcome.ts";
import { type BotCheck, botAction, notAPerson } from "./bot-check.ts";
import { consumeChallenge } from "./queries.ts";

/**
 * Half a second for a current computer, two for a slow phone: little for one account, much for
 * thousands. Creating a task costs the shop one try of some hundred.
 */
const work = { algorithm: "PBKDF2/SHA-256", cost: 2_000, least: 250, most: 750 };
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
      data: z.object({ action: z.string(), most: z.number() }),
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

type Options = { db: Db; now: () => number; secret: string };

/**
 * The shop's own check: a signed task that takes the browser some work, is valid for a while and
 * accepted once (decisions §5).
 */
export function proofOfWork({ db, now, secret }: Options): BotCheck {
  const keyOf = (name: string) => createHmac("sha256", secret).update(`bot-check:${name}`).digest("hex");
  const keys = { hmacSignatureSecret: keyOf("task"), hmacKeySignatureSecret: keyOf("solution") };
  return {
    form: { kind: "work" },
    offer() {
      const { least, most, algorithm, cost } = work;
      const counter = randomInt(least, most + 1);
      const expiresAt = new Date(now() + tenMinutes);
      return createChallenge({ algorithm, cost, counter, deriveKey, expiresAt, data: { action: botAction, most }, ...keys });
    },
    async check(token) {
      const given = parse(token);
      if (!given || !(await verifySolution({ ...given, deriveKey, ...keys })).verified) return notAPerson;
      // The signature is valid, so the parameters are the shop's own.
      const { data, nonce, expiresAt } = given.challenge.parameters;
      if (data.action !== botAction || expiresAt * 1000 <= now()) return notAPerson;
      return (await consumeChallenge(db, nonce, expiresAt * 1000)) ? ok(undefined) : notAPerson;
    },
  };
}
