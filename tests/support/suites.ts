import { existsSync, globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");
/** Whoever asks these for a database needs the one server of the run. */
const doors = ["tests/support/database.ts", "tests/support/postgres.ts"];

const relativePath = (path: string) => relative(root, path).replaceAll("\\", "/");

/** The project's files that a file imports, types aside. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/^(?:import|export)\s+(?!type\b)[^"]*?"(\.[^"]+\.tsx?)"/gm)]
    .map(([, path = ""]) => relativePath(join(root, file, "..", path)))
    .filter((path) => path.startsWith("tests/") && existsSync(join(root, path)));
}

function reaches(file: string, seen: Set<string>): boolean {
  if (doors.includes(file)) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  return importsOf(file).some((next) => reaches(next, seen));
}

/** The test files of the server by what they need: `rules` never come to a database of the run, so that none is started for them. */
export function serverSuites(): { rules: string[]; server: string[] } {
  const files = globSync("tests/**/*.test.ts", { cwd: root }).map((file) => file.replaceAll("\\", "/"));
  const [rules, server]: [string[], string[]] = [[], []];
  for (const file of files) (reaches(file, new Set()) ? server : rules).push(file);
  return { rules, server };
}
