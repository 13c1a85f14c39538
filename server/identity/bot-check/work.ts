import type { Db } from "../../db/tables.ts";
import { ok } from "../../outcome.ts";
import { proofOfWork } from "../../web/proof-of-work/challenges.ts";
import { consumeChallenge } from "../../web/proof-of-work/queries.ts";
import { type BotCheck, botAction, notAPerson } from "./bot-check.ts";

type Options = { db: Db; now: () => number; secret: string };

/** The shop's own check: a task that takes the browser some work. */
export function workBotCheck({ db, ...options }: Options): BotCheck {
  const work = proofOfWork(options);
  return {
    form: { kind: "work" },
    offer: () => work.offer({ action: botAction }),
    async check(token) {
      const solution = await work.check(token);
      if (solution?.action !== botAction) return notAPerson;
      return (await consumeChallenge(db, solution.nonce, solution.expiresAt)) ? ok(undefined) : notAPerson;
    },
  };
}
