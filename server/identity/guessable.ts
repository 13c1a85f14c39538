import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { isCloseTo, type Person, wordsOf } from "./rules/close-to-person.ts";
import { normalisePassword } from "./rules/password.ts";

/**
 * The number of characters that are checked. Their check takes 10 ms, and the time grows faster
 * than the length.
 */
const judged = 40;
/**
 * The least score of a password that is not guessable. A lower score stands for less than a million
 * estimated guesses. The 49,000 passwords of the list have a lower score, also with one added sign.
 */
const leastScore = 2;

let opening: Promise<ZxcvbnFactory> | undefined;

/**
 * Opens the estimate at its first use and keeps it. Opening takes 0.2 s and 30 MB, so the start of
 * the shop does not wait for it.
 */
async function openEstimate(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimate }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new Estimate({ dictionary: { common: dictionary["passwords-common"] }, graphs: adjacencyGraphs });
}

/**
 * Whether a password is easy to guess: a very common password, a row of keys or numbers, or a
 * password close to its holder's email or name.
 */
export async function isGuessable(password: string, person: Person): Promise<boolean> {
  const normalisedPassword = normalisePassword(password);
  if (isCloseTo(person, normalisedPassword)) return true;
  opening ??= openEstimate();
  return (await opening).check(normalisedPassword.slice(0, judged), wordsOf(person)).score < leastScore;
}
