import { fstatSync } from "node:fs";

/**
 * Calls `leave` when the parent process ends, for any reason. Only for a program that `startChild`
 * started. Does nothing if the standard input is a terminal or /dev/null.
 */
export function exitWithParent(leave: () => void): void {
  const input = fstatSync(0);
  if (input.isFIFO() || input.isSocket()) process.stdin.resume().on("end", leave).on("close", leave).on("error", leave);
}
