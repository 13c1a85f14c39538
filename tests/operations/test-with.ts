import { type TestOptions, test } from "vitest";
import { findTool } from "../support/missing-tools.ts";

type Run = () => void | Promise<void>;

/** A test that needs a program; without it there is none, and the run says so (`missingTools`). */
export const testWith =
  (tool: string) =>
  (name: string, ...[first, second]: [run: Run] | [options: TestOptions, run: Run]): void => {
    if (findTool(tool) === undefined) return;
    if (typeof first === "function") test(name, first);
    else test(name, first, second);
  };
