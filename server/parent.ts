import { fstatSync } from "node:fs";

/**
 * Calls `leave` when the parent process ends, for any reason; for a program that `startChild`
 * started. A terminal or /dev/null as input is ignored.
 */
export function exitWithParent(leave: () => void): void {
  const input = fstatSync(0);
  if (input.isFIFO() || input.isSocket()) process.stdin.resume().on("end", leave).on("close", leave).on("error", leave);
}
