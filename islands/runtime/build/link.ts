import { createHash } from "node:crypto";

/** A script without `.js`. */
export type Script = { file: string; contents: string };

/** A script that the loader links, and the scripts whose exports it takes, in this order. */
export type LinkableScript = Script & { needs: readonly string[] };

const importing = /^\s*import\s*(?:\{([^}]*)\}\s*from\s*)?"\.\/([\w-]+)\.js";?/;
const exporting = /export\s*\{([^}]*)\};?\s*(\/\/# sourceMappingURL=\S+\s*)?$/;

/** Pairs of the name that a module exports, and the script's own name for the same value. */
type Names = [module: string, own: string][];
type ParsedScript = { file: string; imports: { file: string; names: Names }[]; body: string; exports: Names; map: string };

/**
 * The pairs of names in the list of an import or export: `a as b, c` gives `[a, b]` and `[c, c]`.
 */
const pairs = (text: string): [string, string][] =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => {
      const [first = "", last = first] = name.split(/\s+as\s+/);
      return [first, last];
    });

function parse({ file, contents }: Script): ParsedScript {
  const imports: ParsedScript["imports"] = [];
  let body = contents;
  for (let match = importing.exec(body); match; match = importing.exec(body)) {
    const [whole, names = "", from = ""] = match;
    imports.push({ file: from, names: pairs(names) });
    body = body.slice(whole.length);
  }
  const [end = "", names = "", map = ""] = exporting.exec(body) ?? [];
  body = body.slice(0, body.length - end.length);
  if (/^\s*(import|export)\b/m.test(body)) throw new Error("esbuild wrote an import or export that cannot be linked");
  return { file, imports, body, exports: pairs(names).map(([own, module]) => [module, own]), map };
}

/**
 * Merges entries with their chunks: if other files import an entry, esbuild moves its code to a
 * shared chunk, and its own script only re-exports that chunk. Returns the scripts without such
 * entries, and the chunk that replaces each entry.
 */
function mergeEntries(scripts: readonly ParsedScript[]): { scripts: ParsedScript[]; merged: ReadonlyMap<string, string> } {
  const byFile = new Map(scripts.map((script) => [script.file, script]));
  const merged = new Map<string, string>();
  for (const { file, imports, body, exports } of scripts) {
    const [source, ...others] = imports.filter(({ names }) => names.length > 0);
    const chunk = byFile.get(source?.file ?? "");
    if (/[^\s;]/.test(body.replace(/^\s*\/\/.*$/gm, "")) || exports.length === 0 || !chunk || others.length > 0) continue;
    const local = new Map(
      source?.names.map(([module, own]) => [own, chunk.exports.find(([name]) => name === module)?.[1] ?? ""]),
    );
    chunk.exports.push(...exports.map(([module, own]): [string, string] => [module, local.get(own) ?? ""]));
    merged.set(file, chunk.file);
  }
  return { scripts: scripts.filter(({ file }) => !merged.has(file)), merged };
}

const properties = (names: Names): string => `{${names.map((pair) => pair.join(":")).join()}}`;

/**
 * Turns esbuild's script into a function that receives the modules it needs, instead of importing
 * them. A browser remembers a failed import for the life of a page: with static imports, one lost
 * request for a shared script would break every island that needs it
 * (docs/decisions/015-files-of-earlier-builds.md).
 */
const makeLinkable = ({ imports, body, exports, map }: ParsedScript): string =>
  `export default(${imports.map(({ names }) => properties(names)).join()})=>{${body}return${properties(exports)}};\n${map}`;

/**
 * Makes scripts linkable, and gives each a content-hashed name, since browsers keep a file for ever
 * under its name. Returns them by their old names.
 */
export async function linkScripts(
  entries: readonly Script[],
  finish: (contents: string) => Promise<string>,
): Promise<ReadonlyMap<string, LinkableScript>> {
  const { scripts, merged } = mergeEntries(entries.map(parse));
  const entryOf = new Map([...merged].map(([entry, chunk]) => [chunk, entry]));
  const make = async (script: ParsedScript) => {
    const contents = await finish(makeLinkable(script));
    const file = (entryOf.get(script.file) ?? script.file).replace(/[^-]+$/, contentHash(contents));
    return { old: script.file, file, contents, imports: script.imports };
  };
  const outputs = await Promise.all(scripts.map(make));
  const nameOf = new Map(outputs.map(({ old, file }) => [old, file]));
  const linked = outputs.map(({ old, file, contents, imports }) => {
    const needs = imports.map((one) => nameOf.get(one.file) ?? one.file);
    return [old, { file, needs, contents }] as const;
  });
  const byOld = new Map<string, LinkableScript>(linked);
  for (const [entry, chunk] of merged) byOld.set(entry, byOld.get(chunk) as LinkableScript);
  return byOld;
}

/**
 * The eight digits that a file's name gets. Browsers and archives keep a file with such a hash in
 * its name for ever.
 */
export const contentHash = (contents: string | Uint8Array): string =>
  createHash("sha256").update(contents).digest("hex").slice(0, 8).toUpperCase();
