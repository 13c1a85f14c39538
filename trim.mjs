// Runs after npm has installed the packages. Removes what only compilers and debuggers read of the
// Node that npm brings, which is half of it: headers, and symbols where `strip` is installed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/** @param {string[]} command */
const succeeds = ([program = "", ...args]) => spawnSync(program, args, { stdio: "ignore" }).status === 0;

/**
 * Replaces a program by itself without symbols, if that starts.
 * @param {string} program
 */
function strip(program) {
  const stripped = `${program}.stripped`;
  if (succeeds(["strip", "-o", stripped, program]) && succeeds([stripped, "--version"])) renameSync(stripped, program);
  else rmSync(stripped, { force: true });
}

const root = import.meta.dirname;
const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
for (const name of Object.keys(optionalDependencies).filter((name) => name.startsWith("node-"))) {
  const folder = join(root, "node_modules", name);
  const headers = join(folder, "include");
  if (!existsSync(headers)) continue;
  // A changed program would lose its signature on macOS.
  if (process.platform === "linux") strip(join(folder, "bin/node"));
  rmSync(headers, { recursive: true });
}
