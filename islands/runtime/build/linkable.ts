import type { Names, ParsedScript } from "./parse-script.ts";

/**
 * A script among the others of its build. Other scripts take its `exports`; the loader, or an
 * `import()`, takes what is `published`. A script for `import()` has a place in the registry,
 * counted from its end: -1 is the last one.
 */
export type LinkedScript = ParsedScript & { published: Names; place: number | undefined };

type Scripts = ReadonlyMap<string, LinkedScript>;

type Edit = { start: number; end: number; text: string };

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ$_";

/** The name by which other scripts take an export: `a`, `b` and so on. */
const shortName = (at: number): string =>
  (at < letters.length ? "" : shortName(Math.floor(at / letters.length) - 1)) + letters[at % letters.length];

/** A name that no variable of a script has. */
const unusedName = (script: ParsedScript, name: string): string =>
  script.uses.some((use) => use.name === name) ? unusedName(script, `${name}_`) : name;

function replaceParts(text: string, edits: Edit[]): string {
  const sorted = edits.toSorted((a, b) => a.start - b.start);
  const kept = sorted.map(({ start, text: replacement }, at) => text.slice(sorted[at - 1]?.end ?? 0, start) + replacement);
  return kept.join("") + text.slice(sorted.at(-1)?.end ?? 0);
}

/** An export of another script: the name by which it is taken, and whether its value may change. */
function findExport(scripts: Scripts, file: string, name: string): { short: string; isChanging: boolean } {
  const source = scripts.get(file);
  const at = source?.exports.findIndex(([exported]) => exported === name) ?? -1;
  const [, own] = source?.exports[at] ?? [];
  if (!source || own === undefined) throw new Error(`esbuild wrote an import that cannot be linked: ${name} of ${file}`);
  return { short: shortName(at), isChanging: source.assigned.has(own) };
}

/**
 * Turns esbuild's script into a function that imports nothing: it receives the modules that it
 * needs, and the loader's function for `import()`, which is tried twice. A browser remembers a
 * failed import for the life of a page: with imports, one lost request for a shared script would
 * break every island that needs it (docs/decisions/015-files-of-earlier-builds.md). A variable that
 * may change is passed on as a function that returns its value.
 */
export function makeLinkable(script: LinkedScript, scripts: Scripts): string {
  const { contents, body, dynamicImports } = script;
  const taken = script.imports.map(({ file, names }) =>
    names.map(([name, own]) => ({ own, ...findExport(scripts, file, name) })),
  );
  const parameters = taken.map((names) => `{${names.map(({ short, own }) => `${short}:${own}`)}}`);
  const changing = new Set(taken.flatMap((names) => names.filter(({ isChanging }) => isChanging).map(({ own }) => own)));
  const edits: Edit[] = script.uses
    .filter(({ name }) => changing.has(name))
    .map(({ name, isShorthand, ...place }) => ({ ...place, text: isShorthand ? `${name}:${name}()` : `(${name}())` }));
  const load = unusedName(script, "load");
  if (dynamicImports.length > 0) parameters.push(load);
  for (const { file, ...part } of dynamicImports) {
    const { place } = scripts.get(file ?? "") ?? {};
    if (place) edits.push({ ...part, text: `${load}(${place}).catch(()=>${load}(${place}))` });
  }
  const commonJs = unusedName(script, "commonJs");
  for (const { type, start, end } of body) {
    if (type === "ExportDefaultDeclaration")
      edits.push({ start, end: start + "export default".length, text: `const ${commonJs}=` });
    // Lines keep their numbers, for source maps.
    if (/^(Import|ExportNamed)Declaration$/.test(type))
      edits.push({ start, end, text: contents.slice(start, end).replace(/.+/g, "") });
  }
  const end = body.at(-1)?.end ?? 0;
  const head = `${script.externals.join(";")}export default ${script.isAsync ? "async" : ""}(${parameters})=>{`;
  const returned = returnedBy(script, changing, commonJs);
  return `${head}${replaceParts(contents.slice(0, end), edits)};return{${returned}}};${contents.slice(end)}`;
}

/** The properties of the object that a linked script returns. */
function returnedBy({ exports, published, assigned, body }: LinkedScript, changing: Set<string>, commonJs: string): string[] {
  const forScripts = exports.map(([, own], at) => `${shortName(at)}:${assigned.has(own) ? "()=>" : ""}${own}`);
  const forOthers = published.map(([name, own]) => {
    if (changing.has(own)) return `get ${JSON.stringify(name)}(){return ${own}()}`;
    return assigned.has(own) ? `get ${JSON.stringify(name)}(){return ${own}}` : `${JSON.stringify(name)}:${own}`;
  });
  // esbuild writes `export default` for a CommonJS module alone.
  const isCommonJs = body.some(({ type }) => type === "ExportDefaultDeclaration");
  return [...forScripts, ...forOthers, ...(isCommonJs ? [`default:${commonJs},...${commonJs}`] : [])];
}
