import { relative, resolve } from "node:path";
import type { Message } from "esbuild";
import { runtime } from "./options.ts";
import { BuildError, type Problem, shownPath } from "./problems.ts";

/** The problems in an error of any build. */
export function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof BuildError) return error.problems;
  const { errors } = error as { errors?: Message[] };
  if (errors && errors.length > 0) return errors.map(problemOf);
  return [{ kind: "build", text: error instanceof Error ? error.message : String(error) }];
}

/** What the build imports from an island's files, with advice for a file without it. */
const needed: Readonly<Record<string, { text: string; remedy: string }>> = {
  default: { text: "it has no component", remedy: "Export the component as default: `export default function …`." },
  schema: { text: "it has no schema", remedy: "Write `export const schema = z.object({ … });`." },
};

/** The path of a file that esbuild names relative to its working folder. */
const pathOf = (file: string): string => resolve(import.meta.dirname, file);

const isOwnFile = (path: string): boolean => !relative(runtime(), path).startsWith("..");

/**
 * Converts esbuild's message, which names files relative to esbuild's working folder. Where the
 * build's own text imports what an island does not export, the problem is in the island's file.
 */
export function problemOf({ text, location }: Message): Problem {
  if (!location) return { kind: "build", text };
  const path = pathOf(location.file);
  const [, source = "", name = ""] = /^No matching export in "(.+)" for import "(\w+)"$/.exec(text) ?? [];
  if (needed[name] && isOwnFile(path)) return { kind: "build", file: shownPath(pathOf(source)), ...needed[name] };
  return { kind: "build", text: `${text}\n${location.lineText.trim()}`, file: shownPath(path), line: location.line };
}
