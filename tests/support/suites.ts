import { existsSync, globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { isProof } from "./long-form.ts";

const root = join(import.meta.dirname, "../..");

/** Whoever imports these may ask for a database, and needs the one PostgreSQL server of the run. */
const asksForDatabases = (file: string) => ["tests/support/database.ts", "tests/support/postgres.ts"].includes(file);

/** What a file does to its whole process, which no other file may share with it then. */
const changesItsProcess = (_: string, text: string) =>
  /\bvi\.(mock|doMock|stubGlobal|stubEnv|useFakeTimers)\(|@vitest-environment/.test(text);

type Trait = (file: string, text: string) => boolean;

const relativePath = (path: string) => relative(root, path).replaceAll("\\", "/");

/** The files of the tests that a file imports, types aside. */
function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/^(?:import|export)\s+(?!type\b)[^"]*?"(\.[^"]+\.tsx?)"/gm)]
    .map(([, path = ""]) => relativePath(join(root, file, "..", path)))
    .filter((path) => path.startsWith("tests/") && existsSync(join(root, path)));
}

/** Whether a file, or one of the tests' that it imports, has this trait. */
function reaches(trait: Trait, file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(join(root, file), "utf8");
  return trait(file, text) || importsOf(file, text).some((next) => reaches(trait, next, seen));
}

type Suites = Record<"rules" | "server" | "isolated", string[]>;

function suiteOf(file: string): keyof Suites {
  if (reaches(changesItsProcess, file)) return "isolated";
  return reaches(asksForDatabases, file) ? "server" : "rules";
}

/** Files that are tests of `npm run prove` alone. */
const isProofOnly = (file: string) => file.endsWith(".prove.test.ts");

/**
 * The server's test files by what they need: `rules` no database of the run, `isolated` a process
 * of their own.
 */
export function serverSuites(): Suites {
  const suites: Suites = { rules: [], server: [], isolated: [] };
  for (const path of globSync("tests/**/*.test.ts", { cwd: root })) {
    const file = path.replaceAll("\\", "/");
    if (isProofOnly(file) && !isProof) continue;
    suites[suiteOf(file)].push(file);
  }
  return suites;
}
