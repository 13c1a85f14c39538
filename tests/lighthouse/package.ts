import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

type Audit = { title: string; score: number | null; displayValue?: string; numericValue?: number };

/** The part of Lighthouse's result that the report reads. */
export type Result = {
  runtimeError?: { message: string };
  categories: Record<string, { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};

type Flags = { port: number; onlyCategories: string[]; logLevel: "error" };
type Lighthouse = {
  default: (url: string, flags: Flags, config?: object) => Promise<{ lhr: Result } | undefined>;
  desktopConfig: object;
};

const root = join(import.meta.dirname, "../..");
/** The folder is next to the project's packages, where no test searches and `npm ci` removes it. */
const folder = join(root, "node_modules/.lighthouse");
const lock = "package-lock.json";

const isInstalled = (): boolean => {
  const installed = join(folder, lock);
  if (!existsSync(installed) || !existsSync(join(folder, "node_modules/lighthouse"))) return false;
  return readFileSync(installed).equals(readFileSync(join(import.meta.dirname, lock)));
};

/**
 * Opens Lighthouse. It is larger than most of the project's packages, so its first use installs it.
 */
export async function openLighthouse(): Promise<Lighthouse> {
  if (!isInstalled()) {
    console.log("Installing Lighthouse");
    mkdirSync(folder, { recursive: true });
    for (const name of ["package.json", lock]) copyFileSync(join(import.meta.dirname, name), join(folder, name));
    copyFileSync(join(root, ".npmrc"), join(folder, ".npmrc"));
    execFileSync("npm", ["ci"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  }
  return await import(pathToFileURL(createRequire(join(folder, "package.json")).resolve("lighthouse")).href);
}
