import { z } from "zod";
import { addressWith, ConfigError, type Values } from "./values.ts";

const scoreText = "must be a number from 0 to 1";

export const botCheckVariables = {
  BOT_CHECK: z.enum(["work", "recaptcha"], "must be work or recaptcha").default("work"),
  BOT_CHECK_URL: addressWith(["http:", "https:"], "the http(s) address that verifies tokens").optional(),
  BOT_CHECK_SECRET: z.string().min(1, "must be the shop's secret key for the bot check").optional(),
  BOT_CHECK_SITE_KEY: z.string().min(1, "must be the shop's site key for the bot check").optional(),
  BOT_CHECK_SCRIPT: addressWith(["https:"], "the https address of the script that creates tokens").optional(),
  BOT_CHECK_ORIGINS: z
    .string()
    .transform((text) => text.trim().split(/\s+/))
    .refine(
      (origins) => origins.every((each) => URL.parse(each)?.origin === each && each.startsWith("https:")),
      "must be https origins separated by spaces, such as https://www.gstatic.com",
    )
    .optional(),
  BOT_CHECK_SCORE: z.coerce.number(scoreText).min(0, scoreText).max(1, scoreText).default(0.5),
};

/** An external bot check that verifies tokens in the same way as reCAPTCHA. */
export type BotCheckService = {
  url: string;
  secret: string;
  siteKey: string;
  script: string;
  /** the origins of the service's script, frames and calls */
  origins: readonly string[];
  /** the lowest score for a person, from 0 to 1 */
  score: number;
};

export function botCheckOf(values: Values<typeof botCheckVariables>): BotCheckService | undefined {
  if (values.BOT_CHECK === "work") return undefined;
  const { BOT_CHECK_URL: url, BOT_CHECK_SECRET: secret, BOT_CHECK_SITE_KEY: siteKey, BOT_CHECK_SCRIPT: script } = values;
  const required = { BOT_CHECK_URL: url, BOT_CHECK_SECRET: secret, BOT_CHECK_SITE_KEY: siteKey, BOT_CHECK_SCRIPT: script };
  const gaps = Object.entries(required).flatMap(([name, value]) => (value ? [] : [`${name} must be set if BOT_CHECK=recaptcha`]));
  if (!url || !secret || !siteKey || !script) throw new ConfigError(gaps.join("\n"));
  const origins = [...new Set([new URL(script).origin, ...(values.BOT_CHECK_ORIGINS ?? [])])];
  return { url, secret, siteKey, script, origins, score: values.BOT_CHECK_SCORE };
}
