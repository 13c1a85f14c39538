import { fstatSync } from "node:fs";

/**
 * For a program that `startChild` started: leaves when the process that started it is gone, however
 * it went. A terminal or /dev/null as input tells nothing.
 */
export function exitWithParent(leave: () => void): void {
  const input = fstatSync(0);
  if (input.isFIFO() || input.isSocket()) process.stdin.resume().on("end", leave).on("close", leave).on("error", leave);
}
