import { test } from "@playwright/test";
import { isProof } from "./long-form.ts";

type CombinationName = "390 on" | "390 off" | "1440 on" | "1440 off";
type Combination = {
  width: number;
  javaScriptEnabled: boolean;
  /** tells what the tests of one combination keep from those of another */
  key: string;
};

/** A phone's and a desktop's window, with scripts on and off. */
export const all: readonly CombinationName[] = ["390 on", "390 off", "1440 on", "1440 off"];
/** For what exists with scripts alone. */
export const scriptsOn: readonly CombinationName[] = ["390 on", "1440 on"];
/** For what exists without scripts alone. */
export const scriptsOff: readonly CombinationName[] = ["390 off", "1440 off"];

/**
 * Declares tests for several widths, with and without scripts: in `npm run test:all` those of the
 * combinations `inTest`, in `npm run prove` those of `inProof`.
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
