import type { Logger } from "pino";
import { z } from "zod";
import type { BotCheckService } from "../../config.ts";
import { ok, refuse } from "../../outcome.ts";
import { type BotCheck, botAction, notAPerson } from "./bot-check.ts";

const verification = z.object({ success: z.boolean(), action: z.string().optional(), score: z.number().optional() });

const unreachable = refuse("unavailable", "We can’t create accounts right now. Please try again later.");

/** ms; a shopper waits for the answer */
const timeoutMs = 5_000;

async function verifyToken({ url, secret }: BotCheckService, token: string, address: string) {
  const body = new URLSearchParams({ secret, response: token, remoteip: address });
  const answer = await fetch(url, { method: "POST", body, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
  return verification.parse(await answer.json());
}

/**
 * A service that verifies tokens as reCAPTCHA does: valid or not, for which action, and with what
 * score.
 */
export const remoteBotCheck = (service: BotCheckService, log: Logger): BotCheck => ({
  form: { kind: "recaptcha", siteKey: service.siteKey },
  async check(token, address) {
    try {
      const { success, action, score = 0 } = await verifyToken(service, token, address);
      return success && action === botAction && score >= service.score ? ok(undefined) : notAPerson;
    } catch (error) {
      log.error({ failure: error instanceof Error ? error.message : String(error) }, "the bot check did not answer");
      return unreachable;
    }
  },
});
