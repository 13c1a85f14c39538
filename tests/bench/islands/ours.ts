import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadBuild } from "../../../build.mjs";
import { target } from "../../../islands/supported-browsers.ts";
import { openIslands } from "../../../server/web/islands.ts";
import { type Contender, document, script } from "./contender.ts";
import { components, page, plainCounter, sizes, type Trigger, triggers } from "./widgets.ts";

const project = join(import.meta.dirname, "../../..");

/** Builds a site with only these islands, as a user of the package would. */
async function buildSiteOf(sources: Readonly<Record<string, string>>, folder: string): Promise<string> {
  const [islandsDir, out] = [join(folder, "islands"), join(folder, "dist")];
  mkdirSync(join(islandsDir, "bench"), { recursive: true });
  symlinkSync(join(project, "node_modules"), join(folder, "node_modules"), "dir");
  for (const [name, source] of Object.entries(sources)) {
    writeFileSync(join(islandsDir, `bench/${name}.tsx`), source);
    writeFileSync(join(islandsDir, `bench/${name}.props.ts`), `import { z } from "zod";\nexport const schema = z.object({});\n`);
  }
  const { buildSite } = await loadBuild();
  await buildSite({ islandsDir, out, target, dev: false });
  return out;
}

/** Builds this project's islands, and collects all files that a site with one island needs. */
export async function buildOurs(): Promise<Contender & { alone: (string | Buffer)[] }> {
  const folder = mkdtempSync(join(tmpdir(), "islands-bench-"));
  try {
    const one = await buildSiteOf({ counter: plainCounter }, join(folder, "one"));
    const out = await buildSiteOf(components("react"), join(folder, "all"));
    const read = (path: string) => readFileSync(join(out, path));
    const files: Contender["files"] = new Map();
    for (const path of globSync("static/**/*.js", { cwd: out })) files.set(`/${path}`, script(read(path)));
    const islands = await openIslands(out, { production: true });
    const add = (name: string, alive: number, shown: readonly string[], on: Trigger) => {
      const head = islands.openPage();
      const body = shown.map((island) => islands.render(island, {}, { on }, head)).join("");
      files.set(`/ours/${name}`, document(page(alive, body, islands.moduleHead(head))));
    };
    for (const on of triggers)
      for (const count of sizes)
        add(
          `${on}-${count}`,
          count,
          Array.from({ length: count }, () => "counter"),
          on,
        );
    add("early", 2, ["counter", "fields"], "load");
    add("altered", 1, ["pair"], "load");
    add("broken", 3, ["broken", "counter", "counter", "counter"], "load");
    const alone = await filesOfOne(one);
    return { name: "ours", version: "this build", files, triggers, isLoader: (path) => path.includes("/entry"), alone };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function filesOfOne(out: string): Promise<Buffer[]> {
  const { entry, islands } = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
  const { file, imports } = islands.counter;
  const scripts = join(out, "static/islands");
  const part = globSync("props-*.js", { cwd: scripts }).map((path) => path.replace(/\.js$/, ""));
  return [entry, file, ...imports, ...part].map((name: string) => readFileSync(join(scripts, `${name}.js`)));
}
