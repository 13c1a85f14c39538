import type { Config } from "../../config.ts";
import { type Outcome, refuse } from "../../outcome.ts";

/**
 * The action for which a token is made. A token for another action is refused (requirement 185).
 */
export const botAction = "LOGIN";

export const notAPerson = refuse("bot_check", "We couldn’t verify that you’re human. Please try again.");

/**
 * How the shop checks that a person signs up: by work for the browser, or by an external service.
 */
export type BotCheck = {
  /** the values by which the form gets a token */
  form: { kind: "work" } | { kind: "recaptcha"; siteKey: string };
  /** the task whose solution is the token; undefined if a service issues tokens */
  offer?: () => Promise<object>;
  /** Checks a token, which is accepted once. */
  check(token: string, address: string): Promise<Outcome<void>>;
};

/** The bot check of a form on another feature's page. */
export const botCheckForm = ({ botCheck }: Pick<Config, "botCheck">): BotCheck["form"] =>
  botCheck ? { kind: "recaptcha", siteKey: botCheck.siteKey } : { kind: "work" };
