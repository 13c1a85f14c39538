import { type Outcome, refuse } from "../../outcome.ts";

/**
 * What a token says that it was made for; one that was made for something else is worth nothing
 * (acceptance 185).
 */
export const botAction = "LOGIN";

export const notAPerson = refuse("bot_check", "we could not make sure that you are a person, please try again");

/**
 * How the shop makes sure that a person signs up: by work that the browser does, or by somebody
 * else's judgement.
 */
export type BotCheck = {
  /** what the form needs to come by a token */
  form: { kind: "work" } | { kind: "recaptcha"; siteKey: string };
  /** the task whose solution is the token; undefined where another gives tokens */
  offer?: () => Promise<object>;
  /** Judges a token, which is good once. */
  check(token: string, address: string): Promise<Outcome<void>>;
};
