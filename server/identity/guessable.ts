import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { isCloseTo, type Person, wordsOf } from "./rules/close-to-person.ts";
import { normalisePassword } from "./rules/password.ts";

/**
 * The number of characters that are checked: the time grows faster than the length, and is 10 ms
 * for these.
 */
const judged = 40;
/**
 * A password is guessable below a million estimated guesses: the list's own 49,000, and those with
 * a sign added.
 */
const leastScore = 2;

let opening: Promise<ZxcvbnFactory> | undefined;

/**
 * Opens the estimate at its first use, in 0.2 s, and keeps it: it takes 30 MB, which a shop at its
 * start need not wait for.
 */
async function openEstimate(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimate }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new Estimate({ dictionary: { common: dictionary["passwords-common"] }, graphs: adjacencyGraphs });
}

/**
 * Whether a password is guessed early: one of the commonest, a row of keys or of numbers, or one
 * that is close to its holder's email or name.
 */
export async function isGuessable(password: string, person: Person): Promise<boolean> {
  const normalisedPassword = normalisePassword(password);
  if (isCloseTo(person, normalisedPassword)) return true;
  opening ??= openEstimate();
  return (await opening).check(normalisedPassword.slice(0, judged), wordsOf(person)).score < leastScore;
}
