import { resolve } from "node:path";
import type { BuildFailure, Message } from "esbuild";
import { BuildError, type Problem, shownPath } from "./problems.ts";

const isBuildFailure = (error: unknown): error is BuildFailure =>
  error instanceof Error && Array.isArray((error as Partial<BuildFailure>).errors);

/** esbuild names files from the folder that it works in. */
const ofMessage = ({ text, location }: Message, folder: string): Problem => ({
  kind: "build",
  text,
  ...(location && { file: shownPath(resolve(folder, location.file)), line: location.line }),
});

/** What any error of a build says, at its place where one is known. */
export function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof BuildError) return error.problems;
  if (isBuildFailure(error) && error.errors.length > 0) return error.errors.map((one) => ofMessage(one, import.meta.dirname));
  return [{ kind: "build", text: error instanceof Error ? error.message : String(error) }];
}
