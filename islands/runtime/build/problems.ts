import { readFileSync } from "node:fs";
import { relative } from "node:path";

/** A problem and its place, for a terminal and for the overlay of a page in development. */
export type Problem = {
  kind: "build" | "template" | "props" | "mismatch" | "island" | "server";
  text: string;
  /** Relative to the current folder. */
  file?: string;
  /** From 1. */
  line?: number;
  /** How to fix it. */
  remedy?: string;
};

/** A path as problems name it. */
export const shownPath = (path: string): string => relative(process.cwd(), path).replaceAll("\\", "/");

/**
 * The text of a problem for a terminal. Control characters are removed, since they may come from a
 * page.
 */
export function describeProblem({ text, file, line, remedy }: Problem): string {
  const place = file === undefined ? "" : `${file}${line === undefined ? "" : `:${line}`}: `;
  const whole = `${place}${text}${remedy === undefined ? "" : `\n  ${remedy}`}`;
  return whole.replace(/(?!\n)\p{Cc}/gu, " ");
}

/** The number, from 1, of the first line that matches; undefined if none does. */
export function lineOf(path: string, pattern: RegExp): number | undefined {
  const at = readFileSync(path, "utf8")
    .split("\n")
    .findIndex((line) => pattern.test(line));
  return at < 0 ? undefined : at + 1;
}

/** Problems that make a build impossible. */
export class BuildError extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join("\n"));
    this.problems = problems;
  }
}
