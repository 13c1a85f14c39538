import { existsSync, globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Engine } from "./database.ts";
import { isProof } from "./long-form.ts";
import type { Part } from "./part.ts";

const root = join(import.meta.dirname, "../..");

type Trait = (file: string, text: string) => boolean;

/** Whether a file may open databases: tests that import it need the run's PostgreSQL server. */
const asksForDatabases: Trait = (file) => ["tests/support/database.ts", "tests/support/postgres.ts"].includes(file);

/** Whether a file changes its whole process, which no other file may then share. */
const changesItsProcess: Trait = (_, text) =>
  /\bvi\.(mock|doMock|stubGlobal|stubEnv|useFakeTimers)\(|@vitest-environment/.test(text);

/** Whether a file starts processes: each takes seconds, and most such tests start several. */
const startsProcesses: Trait = (_, text) => /from "node:(child_process|worker_threads)"/.test(text);

/** Whether a file runs its tests once on each engine. */
const namesEngines = (file: string) => /\bengines\b/.test(readFileSync(join(root, file), "utf8"));

/** Folders whose tests try attacks, outages and backups: `npm test` leaves them out. */
const longFolders = /^tests\/(attacks|backup|operations)\//;

/**
 * `npm test` runs these folders' tests with a database, because shoppers must pay the right sum.
 */
const paymentFolders = /^tests\/(checkout|payments)\//;

/** `npm test` also runs these files with a database, because their tests make every call. */
const callsOfShop = ["tests/web/form-screens.test.ts", "tests/web/permissions/permissions.test.ts"];

/** Other files that take long although they start no process. */
const longFiles = [
  "tests/identity/known-mail.test.ts",
  "tests/db/writers.test.ts",
  "tests/islands/build.test.ts",
  "tests/media/store-picture.test.ts",
  "tests/payments/card-testing.test.ts",
  "tests/payments/database-away.test.ts",
  "tests/payments/database-restarts.test.ts",
  "tests/payments/lease.test.ts",
  "tests/payments/press.test.ts",
  "tests/web/page-model.test.ts",
];

/** Long files that have a short form for `npm test`. */
const shortenedFiles = ["tests/web/permissions/permissions.test.ts"];

const relativePath = (path: string) => relative(root, path).replaceAll("\\", "/");

/** The test files and helpers that a file imports, except for types. */
function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/^(?:import|export)\s+(?!type\b)[^"]*?"(\.[^"]+\.tsx?)"/gm)]
    .map(([, path = ""]) => relativePath(join(root, file, "..", path)))
    .filter((path) => path.startsWith("tests/") && existsSync(join(root, path)));
}

/** Whether a file, or a file of tests/ that it imports, has this trait. */
function reaches(trait: Trait, file: string, visited = new Set<string>()): boolean {
  if (visited.has(file)) return false;
  visited.add(file);
  const text = readFileSync(join(root, file), "utf8");
  return trait(file, text) || importsOf(file, text).some((next) => reaches(trait, next, visited));
}

const both: readonly Engine[] = ["sqlite", "postgres"];

/** Whether only `npm run prove` runs a file. */
const isProofOnly = (file: string) => file.endsWith(".prove.test.ts");

/** Whether `npm test` runs a short file: tests of rules, of paying, and of all calls. */
const isQuick = (file: string): boolean =>
  !reaches(asksForDatabases, file) || paymentFolders.test(file) || callsOfShop.includes(file);

/** The engines on which a part runs a file's tests; none if the part leaves the file out. */
function enginesOf(file: string, part: Part): readonly Engine[] {
  if (isProofOnly(file) && !isProof) return [];
  const isLong = longFolders.test(file) || longFiles.includes(file) || reaches(startsProcesses, file);
  if (part === "all") return both;
  if (part === "feature") return isLong ? [] : ["sqlite"];
  if (isLong || !isQuick(file)) return part === "quick" ? [] : both;
  if (part === "quick") return ["sqlite"];
  if (shortenedFiles.includes(file)) return both;
  return namesEngines(file) ? ["postgres"] : [];
}

type Kind = "rules" | "server" | "isolated";

function kindOf(file: string): Kind {
  if (reaches(changesItsProcess, file)) return "isolated";
  return reaches(asksForDatabases, file) ? "server" : "rules";
}

/** Test files that run on the same engines, in processes of one kind. */
export type Suite = { kind: Kind; engines: readonly Engine[]; files: string[] };

/**
 * The server's test files of a part, by engines and needs. Files of kind `rules` need no database
 * of the run; files of kind `isolated` need their own process.
 */
export function serverSuites(part: Part): Suite[] {
  const suites = new Map<string, Suite>();
  for (const path of globSync("tests/**/*.test.ts", { cwd: root })) {
    const file = path.replaceAll("\\", "/");
    const engines = enginesOf(file, part);
    const kind = kindOf(file);
    const name = `${kind} on ${engines.join(" and ")}`;
    const suite = suites.get(name) ?? { kind, engines, files: [] };
    suite.files.push(file);
    if (engines.length > 0) suites.set(name, suite);
  }
  return [...suites.values()];
}
