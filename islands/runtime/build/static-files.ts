import { copyFileSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { contentHash } from "./link.ts";
import { bundleOf, commonOptions, type InternalOptions, targetOf } from "./options.ts";

const text = new Set([".js", ".css", ".svg", ".json", ".txt", ".xml", ".webmanifest", ".html", ".map", ".ico"]);

const pictures = new Set([".png", ".svg", ".ico", ".webp"]);

/**
 * Copies `staticDir` to `out/static` unchanged, except the stylesheets, which are bundled into one.
 * Pictures are also copied under content-hashed names; returns these names by the pictures' paths.
 */
export function copyStatic({ staticDir, out }: InternalOptions): Record<string, string> {
  const addresses: Record<string, string> = {};
  if (!staticDir) return addresses;
  for (const path of globSync("**", { cwd: staticDir })) {
    if (path.endsWith(".css") || !statSync(join(staticDir, path)).isFile()) continue;
    mkdirSync(dirname(join(out, "static", path)), { recursive: true });
    copyFileSync(join(staticDir, path), join(out, "static", path));
    const ending = extname(path);
    if (!pictures.has(ending)) continue;
    const byContent = `${path.slice(0, -ending.length)}-${contentHash(readFileSync(join(staticDir, path)))}${ending}`;
    copyFileSync(join(staticDir, path), join(out, "static", byContent));
    addresses[path.replaceAll("\\", "/")] = `/static/${byContent.replaceAll("\\", "/")}`;
  }
  return addresses;
}

/** Bundles the stylesheet with its imports, and returns its address; empty if there is none. */
export const buildStylesheet = async (site: InternalOptions): Promise<string> =>
  site.stylesheet ? await bundleStylesheet(site, "styles", site.stylesheet) : "";

/** Bundles the stylesheets of parts of the site, and returns their addresses by name. */
export async function buildStylesheets(site: InternalOptions): Promise<Record<string, string>> {
  const stylesheets = Object.entries(site.stylesheets ?? {});
  return Object.fromEntries(
    await Promise.all(stylesheets.map(async ([name, path]) => [name, await bundleStylesheet(site, `styles of ${name}`, path)])),
  );
}

async function bundleStylesheet(site: InternalOptions, step: string, stylesheet: string): Promise<string> {
  const { out, dev } = site;
  const { outputFiles } = await bundleOf(site)(step, {
    ...commonOptions(dev),
    target: targetOf(site),
    entryPoints: [stylesheet],
    outdir: "/static/css",
    entryNames: "[name]-[hash]",
    assetNames: "../fonts/[name]-[hash]",
    publicPath: "/static/css",
    external: ["/static/*"],
    loader: { ".woff2": "file", ".svg": "file", ".png": "file" },
  });
  for (const { path, contents } of outputFiles) {
    const file = join(out, path.replace(/^[A-Za-z]:/, ""));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  const sheet = outputFiles.find(({ path }) => path.endsWith(".css"));
  if (!sheet) throw new Error("esbuild wrote no stylesheet");
  return `/static/css/${basename(sheet.path)}`;
}

/** Writes a `.br` and a `.gz` beside every file that they make smaller. */
export async function compressAll({ out, dev }: InternalOptions): Promise<void> {
  if (dev) return;
  const files = globSync("static/**", { cwd: out }).filter((path) => text.has(extname(path)));
  await Promise.all(files.map((path) => compress(join(out, path))));
}

async function compress(path: string): Promise<void> {
  const plain = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain, { params }), promisify(gzip)(plain, { level: 9 })]);
  if (br.length < plain.length) await writeFile(`${path}.br`, br);
  if (gz.length < plain.length) await writeFile(`${path}.gz`, gz);
}
