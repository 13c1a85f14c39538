import { test } from "vitest";
import { findTool } from "../support/missing-tools.ts";

/** A test that needs a program; without it there is none, and the run says so (`missingTools`). */
export const testWith = (tool: string): ((name: string, run: () => void | Promise<void>) => void) =>
  findTool(tool) === undefined ? () => {} : (name, run) => test(name, run);
