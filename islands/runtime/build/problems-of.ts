import { isAbsolute, resolve } from "node:path";
import type { Message } from "esbuild";
import { BuildError, type Problem, shownPath } from "./problems.ts";

/** The problems in an error of any build. */
export function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof BuildError) return error.problems;
  const { errors } = error as { errors?: Message[] };
  if (errors && errors.length > 0) return errors.map(problemOf);
  return [{ kind: "build", text: error instanceof Error ? error.message : String(error) }];
}

/** Converts esbuild's message, which names files relative to esbuild's working folder. */
export function problemOf({ text, location }: Message): Problem {
  if (!location) return { kind: "build", text };
  const file = isAbsolute(location.file) ? location.file : resolve(import.meta.dirname, location.file);
  return { kind: "build", text: `${text}\n${location.lineText.trim()}`, file: shownPath(file), line: location.line };
}
