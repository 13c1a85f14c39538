import { globSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { type Problem, shownPath } from "../../build/problems.ts";

const ending = ".states.ts";

/** The props of an island in each of its states, by the state's name. */
export type States = Readonly<Record<string, unknown>>;
export type IslandStates = {
  island: string;
  file: string;
  states: States;
  /**
   * HTML of the page with which the island works. It follows the island, or contains the island at
   * `<!--island-->`.
   */
  beside: string;
  /** the selector of the element to press to reach a state, by the state's name */
  presses: Readonly<Record<string, string>>;
  /**
   * the server's answers, by state name and path: text is HTML, anything else is JSON, and null is
   * an answer that never comes
   */
  answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

type StatesModule = Partial<Omit<IslandStates, "island" | "file">>;

/** Reads every `<name>.states.ts` of a folder. Bundles the files into `out` first, as tests do. */
export async function readStates(folder: string, out: string): Promise<IslandStates[]> {
  const files = globSync(`**/*${ending}`, { cwd: folder, exclude: (path) => path === "node_modules" }).sort();
  const bundle = join(resolve(out), "states.mjs");
  const quoted = JSON.stringify;
  const imports = files.map((file, at) => `import * as states${at} from ${quoted(join(resolve(folder), file))};`);
  await esbuild.build({
    stdin: {
      contents: [...imports, `export default [${files.map((_, at) => `states${at}`)}];`].join("\n"),
      resolveDir: resolve(folder),
    },
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "esm",
    jsx: "automatic",
    packages: "external",
    logLevel: "silent",
  });
  const { default: all }: { default: readonly StatesModule[] } = await import(`${pathToFileURL(bundle).href}?${Date.now()}`);
  return files.map((file, at) => {
    const { states = {}, beside = "", presses = {}, answers = {} } = all[at] ?? {};
    return { island: basename(file, ending), file: join(folder, file), states, beside, presses, answers };
  });
}

/** Islands without states, and states without an island. */
export function unmatchedStates(islands: readonly string[], states: readonly IslandStates[]): Problem[] {
  const stray = states
    .filter(({ island }) => !islands.includes(island))
    .map(({ island, file }) => ({ kind: "build" as const, file: shownPath(file), text: `no island is called ${island}` }));
  const stateless = islands
    .filter((name) => !states.some(({ island }) => island === name))
    .map((name) => ({ kind: "build" as const, text: `${name} has no states: write ${name}${ending} beside its test` }));
  return [...stray, ...stateless];
}
