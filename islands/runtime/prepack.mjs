// `npm pack` runs this script. It writes JavaScript by esbuild and declarations by tsc, since Node
// strips no types below node_modules, and a package.json that names no sources.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { apiPage } from "./api.mjs";

const root = import.meta.dirname;
const dist = join(root, "dist");
rmSync(dist, { recursive: true, force: true });

/**
 * Leaves all imports as they are, but for the endings of the package's own files. TypeScript itself
 * finds `x.d.ts` for `./x.ts` in declarations.
 *
 * @type {esbuild.Plugin}
 */
const packedEndings = {
  name: "packed-endings",
  setup: (build) =>
    build.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === "entry-point" ? undefined : { path: path.replace(/^(\.\.?\/.*)\.ts$/, "$1.js"), external: true },
    ),
};

await esbuild.build({
  entryPoints: globSync("{*,!(dist|examples|node_modules)/**/*}.ts", { cwd: root }).filter((path) => !path.endsWith(".d.ts")),
  absWorkingDir: root,
  outbase: root,
  outdir: dist,
  bundle: true,
  format: "esm",
  platform: "neutral",
  target: "node24",
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  plugins: [packedEndings],
});
execFileSync("tsc", ["-p", root], { stdio: "inherit" });
copyFileSync(join(root, "dev/overlay.css"), join(dist, "dev/overlay.css"));

const [description, own] = [join(root, "package.json"), join(root, "package.own.json")];
// package.own.json exists if an earlier `npm pack` was stopped.
if (!existsSync(own)) renameSync(description, own);
const packed = JSON.parse(readFileSync(own, "utf8"));
const declarations = new Map();
for (const [name, entry] of Object.entries(packed.exports)) {
  delete entry.source;
  // `./internal` has nothing but its source.
  if (Object.keys(entry).length === 0) delete packed.exports[name];
  if (entry.types) declarations.set(packed.name + name.slice(1), join(root, entry.types));
}
writeFileSync(join(dist, "API.md"), apiPage(`The exports of ${packed.name} ${packed.version}`, declarations));
writeFileSync(description, `${JSON.stringify(packed, null, 2)}\n`);
