import { createHash } from "node:crypto";
import { type LinkedScript, makeLinkable } from "./linkable.ts";
import { type Names, parseScript, type Script } from "./parse-script.ts";

/** A script that the loader links, and the scripts whose exports it takes, in this order. */
export type LinkableScript = Script & { needs: readonly string[]; place?: LinkedScript["place"] };

/**
 * Merges entries with their chunks: if other files import an entry, esbuild moves its code to a
 * shared chunk, and its own script only re-exports that chunk. Removes such entries from the
 * scripts, and returns the chunk that replaces each.
 */
function mergeEntries(scripts: Map<string, LinkedScript>): ReadonlyMap<string, string> {
  const merged = new Map<string, string>();
  for (const { file, body, imports, published, place } of scripts.values()) {
    const [source, ...others] = imports.filter(({ names }) => names.length > 0);
    const chunk = scripts.get(source?.file ?? "");
    const isEmpty = body.every(({ type }) => /^(Import|ExportNamed)Declaration$/.test(type));
    if (!isEmpty || place || published.length === 0 || !chunk || others.length > 0) continue;
    const exported = new Map(source?.names.map(([name, own]) => [own, name]));
    const ofChunk = new Map(chunk.exports);
    chunk.published.push(...published.map(([name, own]): Names[number] => [name, ofChunk.get(exported.get(own) ?? "") ?? ""]));
    merged.set(file, chunk.file);
  }
  for (const file of merged.keys()) scripts.delete(file);
  return merged;
}

/**
 * Removes imports without names where another import brings the same script, and exports that no
 * script takes.
 */
function removeUnused(scripts: ReadonlyMap<string, LinkedScript>): void {
  const reaches = (from: string, file: string): boolean =>
    scripts.get(from)?.imports.some((one) => one.file === file || reaches(one.file, file)) ?? false;
  for (const script of scripts.values()) {
    const { imports } = script;
    script.imports = imports.filter(({ file, names }) => names.length > 0 || !imports.some((one) => reaches(one.file, file)));
  }
  const imports = [...scripts.values()].flatMap((script) => script.imports);
  for (const script of scripts.values()) {
    const taken = new Set(imports.flatMap(({ file, names }) => (file === script.file ? names.map(([name]) => name) : [])));
    script.exports = script.exports.filter(([name]) => taken.has(name));
  }
}

/**
 * Makes scripts linkable, and gives each a content-hashed name, since browsers keep a file for ever
 * under its name. `dynamic` are the files of `import()`, in their order at the end of the registry.
 * Returns the scripts by their old names.
 */
export async function linkScripts(
  written: readonly Script[],
  dynamic: readonly string[],
  finish: (contents: string) => Promise<string>,
): Promise<ReadonlyMap<string, LinkableScript>> {
  const scripts = new Map<string, LinkedScript>();
  for (const script of written.map(parseScript)) {
    const { file, exports } = script;
    const place = dynamic.includes(file) ? dynamic.indexOf(file) - dynamic.length : undefined;
    const isShared = file.startsWith("shared-") && !place;
    scripts.set(file, { ...script, exports: isShared ? exports : [], published: isShared ? [] : exports, place });
  }
  const merged = mergeEntries(scripts);
  removeUnused(scripts);
  const entryOf = new Map([...merged].map(([entry, chunk]) => [chunk, entry]));
  const make = async (script: LinkedScript) => {
    const contents = await finish(makeLinkable(script, scripts));
    return { script, contents, file: (entryOf.get(script.file) ?? script.file).replace(/[^-]+$/, contentHash(contents)) };
  };
  const outputs = await Promise.all([...scripts.values()].map(make));
  // Scripts with the same text may need different scripts, so each has a name of its own.
  const taken = new Set<string>();
  for (const output of outputs) {
    while (taken.has(output.file)) output.file = output.file.replace(/[^-]+$/, contentHash(output.file));
    taken.add(output.file);
  }
  const nameOf = new Map(outputs.map(({ script, file }) => [script.file, file]));
  const byOld = new Map<string, LinkableScript>();
  for (const { script, file, contents } of outputs) {
    const needs = script.imports.map((one) => nameOf.get(one.file) ?? one.file);
    const linked = { file, contents, needs, place: script.place };
    byOld.set(script.file, linked).set(entryOf.get(script.file) ?? script.file, linked);
  }
  return byOld;
}

/**
 * The eight digits that a file's name gets. Browsers and archives keep a file with such a hash in
 * its name for ever.
 */
export const contentHash = (contents: string | Uint8Array): string =>
  createHash("sha256").update(contents).digest("hex").slice(0, 8).toUpperCase();
