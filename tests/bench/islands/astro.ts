import { execFile } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Contender, document, script } from "./contender.ts";
import { components, page, sizes, triggers } from "./widgets.ts";

const packages = { astro: "7.3.5", "@astrojs/preact": "6.0.5", preact: "10.29.8" };
const run = promisify(execFile);

/**
 * Astro is too large for a dependency. It is installed once into the system's temporary folder, in
 * a folder per version.
 */
async function install(): Promise<string> {
  const folder = join(tmpdir(), `islands-bench-astro-${Object.values(packages).join("-")}`);
  if (existsSync(folder)) return folder;
  const aside = `${folder}.${process.pid}`;
  mkdirSync(aside);
  writeFileSync(join(aside, "package.json"), JSON.stringify({ private: true, type: "module", dependencies: packages }));
  try {
    await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: aside });
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

const repeat = (count: number, directive: string) =>
  `{Array.from({ length: ${count} }).map(() => <Counter client:${directive} />)}`;

function writePages(folder: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [name, text] of Object.entries(components("preact/hooks"))) write(`src/${name}.jsx`, text);
  const imports = ["Counter", "Fields", "Pair", "Broken"].map((name) => `import ${name} from "../../${name.toLowerCase()}.jsx";`);
  const writePage = (name: string, count: number, body: string) =>
    // Without `is:inline`, Astro would bundle and move the page's own script.
    write(
      `src/pages/astro/${name}.astro`,
      `---\n${imports.join("\n")}\n---\n${page(count, body).replace("<script data-bench>", "<script is:inline data-bench>").replace("<style>", "<style is:inline>")}`,
    );
  for (const trigger of triggers) for (const count of sizes) writePage(`${trigger}-${count}`, count, repeat(count, trigger));
  writePage("early", 2, `<Counter client:load /><Fields client:load />`);
  writePage("altered", 1, `<Pair client:load />`);
  writePage("broken", 3, `<Broken client:load />${repeat(3, "load")}`);
  write(
    "astro.config.mjs",
    `import preact from "@astrojs/preact";
     export default { integrations: [preact()], build: { format: "file", assets: "astro/assets" }, devToolbar: { enabled: false } };`,
  );
}

/** Builds Astro's islands with Preact. Throws if the packages cannot be fetched. */
export async function buildAstro(): Promise<Contender> {
  const folder = await install();
  writePages(folder);
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1" };
  await run(join(folder, "node_modules/.bin/astro"), ["build"], { cwd: folder, env });
  const dist = join(folder, "dist");
  const files: Contender["files"] = new Map();
  for (const path of globSync("**/*.{html,js}", { cwd: dist })) {
    const body = readFileSync(join(dist, path), "utf8");
    if (path.endsWith(".js")) files.set(`/${path}`, script(body));
    else files.set(`/${path.replace(/\.html$/, "")}`, document(body));
  }
  return { name: "astro", version: packages.astro, files, triggers, isLoader: () => false };
}
