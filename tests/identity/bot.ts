import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { botCheckPath } from "../../server/identity/paths.ts";
import type { TestBrowser } from "../support/browser-of.ts";

export const offer = async (browser: TestBrowser): Promise<Challenge> =>
  ((await browser.get(botCheckPath)).body as { data: Challenge }).data;

/** Does the work that the shop asks for, as a browser would. */
export async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

export const botToken = async (browser: TestBrowser): Promise<string> => solved(await offer(browser));
