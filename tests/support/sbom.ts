// Prints a release's bill of materials in CycloneDX. `npm sbom --omit=dev` alone also leaves out
// packages that both the shop and tools need, such as pg. So npm gets a lock file without the
// tools' packages.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

type Package = { dev?: boolean; link?: boolean; resolved?: string; devDependencies?: object };

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "sbom-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const readJson = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));

function writeJson(name: string, value: object): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), JSON.stringify(value));
}

const withoutTools = ({ devDependencies: _, ...rest }: Package) => rest;

const lock = readJson("package-lock.json") as { packages: Record<string, Package> };
/** Whether only tools need a package. Npm marks a link's target as `dev`, but not the link. */
const isTool = ({ dev, link, resolved = "" }: Package) => dev || (link && lock.packages[resolved]?.dev);
const run = Object.entries(lock.packages).filter(([, each]) => !isTool(each));
writeJson("package-lock.json", { ...lock, packages: Object.fromEntries(run.map(([path, each]) => [path, withoutTools(each)])) });
for (const name of ["package.json", "islands/runtime/package.json"]) writeJson(name, withoutTools(readJson(name)));

const options = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"];
process.stdout.write(execFileSync("npm", options, { cwd: folder, maxBuffer: 2 ** 26 }));
