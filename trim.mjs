// Runs after npm has installed the packages. Removes files for compilers and debuggers: the headers
// of npm's Node, its symbols where `strip` is installed, and the packages' source maps.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/** @param {string[]} command */
const succeeds = ([program = "", ...args]) => spawnSync(program, args, { stdio: "ignore" }).status === 0;

/**
 * Removes a program's symbols if it still starts without them.
 * @param {string} program
 */
function strip(program) {
  const stripped = `${program}.stripped`;
  if (succeeds(["strip", "-o", stripped, program]) && succeeds([stripped, "--version"])) renameSync(stripped, program);
  else rmSync(stripped, { force: true });
}

/**
 * Removes source maps, except Preact's, which vitest and debuggers of islands read, and those
 * behind links, which are the project's own.
 * @param {string} folder
 */
function removeMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith("preact")) removeMaps(path);
    else if (entry.isFile() && entry.name.endsWith(".map")) rmSync(path);
  }
}

const root = import.meta.dirname;
const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
for (const name of Object.keys(optionalDependencies).filter((name) => name.startsWith("node-"))) {
  const folder = join(root, "node_modules", name);
  const headers = join(folder, "include");
  if (!existsSync(headers)) continue;
  // On macOS a changed program would lose its signature.
  if (process.platform === "linux") strip(join(folder, "bin/node"));
  rmSync(headers, { recursive: true });
}
removeMaps(join(root, "node_modules"));
