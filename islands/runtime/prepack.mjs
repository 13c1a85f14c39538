// `npm pack` runs this script. It writes JavaScript by esbuild and declarations by tsc, since Node
// strips no types below node_modules.
import { execFileSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as esbuild from "esbuild";

const root = import.meta.dirname;
const dist = join(root, "dist");
rmSync(dist, { recursive: true, force: true });

const sources = globSync("{*,!(dist|node_modules)/**/*}.ts", { cwd: root }).filter((path) => !path.endsWith(".d.ts"));
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
  writeFileSync(path, text.replace(/(\bfrom\s*|\bimport\s*\(?\s*)"(\.\.?\/[^"]+)\.ts"/g, '$1"$2.js"'));
}
execFileSync("tsc", ["-p", root], { stdio: "inherit" });
copyFileSync(join(root, "dev/overlay.css"), join(dist, "dev/overlay.css"));
copyFileSync(join(root, "islands-registry.d.ts"), join(dist, "islands-registry.d.ts"));
