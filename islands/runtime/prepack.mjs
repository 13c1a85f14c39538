// `npm pack` runs this script. It writes JavaScript by esbuild and declarations by tsc, since Node
// strips no types below node_modules, and a package.json without the condition `source`, which
// names files that are not packed.
import { execFileSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as esbuild from "esbuild";
import { description, putBack, setAside } from "./packed-description.mjs";

const root = import.meta.dirname;
const dist = join(root, "dist");
putBack();
rmSync(dist, { recursive: true, force: true });

/** @param {string} text */
const namingScripts = (text) => text.replace(/(\bfrom\s*|\bimport\s*\(?\s*)"(\.\.?\/[^"]+)\.ts"/g, '$1"$2.js"');

const sources = globSync("{*,!(dist|examples|node_modules)/**/*}.ts", { cwd: root }).filter((path) => !path.endsWith(".d.ts"));
const { outputFiles } = await esbuild.build({
  entryPoints: sources.map((path) => join(root, path)),
  outbase: root,
  outdir: dist,
  bundle: false,
  write: false,
  format: "esm",
  target: "node24",
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
});
for (const { path, text } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, namingScripts(text));
}
execFileSync("tsc", ["-p", root], { stdio: "inherit" });
for (const path of globSync("**/*.d.ts", { cwd: dist }).map((file) => join(dist, file)))
  writeFileSync(path, namingScripts(readFileSync(path, "utf8")));
copyFileSync(join(root, "dev/overlay.css"), join(dist, "dev/overlay.css"));
copyFileSync(join(root, "islands-registry.d.ts"), join(dist, "islands-registry.d.ts"));

const packed = JSON.parse(readFileSync(description, "utf8"));
for (const [name, entry] of Object.entries(packed.exports)) {
  delete entry.source;
  // `./internal` has nothing but its source.
  if (Object.keys(entry).length === 0) delete packed.exports[name];
}
setAside();
writeFileSync(description, `${JSON.stringify(packed, null, 2)}\n`);
