import { type TestOptions, test } from "vitest";
import { findTool } from "../support/missing-tools.ts";

type Run = () => void | Promise<void>;

/**
 * A test that needs a program. Without the program there is no test, and the run reports this
 * (`missingTools`).
 */
export const testWith =
  (tool: string) =>
  (name: string, ...[first, second]: [run: Run] | [options: TestOptions, run: Run]): void => {
    if (findTool(tool) === undefined) return;
    if (typeof first === "function") test(name, first);
    else test(name, first, second);
  };
