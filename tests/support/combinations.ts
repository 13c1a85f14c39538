import { test } from "@playwright/test";
import { isProof } from "./long-form.ts";

type CombinationName = "390 on" | "390 off" | "1440 on" | "1440 off";
type Combination = {
  width: number;
  javaScriptEnabled: boolean;
  /** distinguishes the data of one combination's tests from the data of others */
  key: string;
};

/** A phone's and a desktop's window, with scripts on and off. */
export const all: readonly CombinationName[] = ["390 on", "390 off", "1440 on", "1440 off"];
/** For features that exist only with scripts. */
export const scriptsOn: readonly CombinationName[] = ["390 on", "1440 on"];
/** For features that exist only without scripts. */
export const scriptsOff: readonly CombinationName[] = ["390 off", "1440 off"];

/**
 * Declares tests for several widths, with and without scripts. `npm run test:all` runs the
 * combinations `inTest`, and `npm run prove` runs those of `inProof`.
 */
export function inCombinations(
  inTest: readonly CombinationName[],
  declare: (combination: Combination) => void,
  inProof: readonly CombinationName[] = all,
): void {
  for (const name of isProof ? inProof : inTest) {
    const [width = "", scripts = ""] = name.split(" ");
    const combination = { width: Number(width), javaScriptEnabled: scripts === "on", key: `${width}-${scripts}` };
    test.describe(`at ${width} px, scripts ${scripts}`, () => {
      test.use({ viewport: { width: combination.width, height: 900 }, javaScriptEnabled: combination.javaScriptEnabled });
      declare(combination);
    });
  }
}
