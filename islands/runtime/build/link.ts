import { createHash } from "node:crypto";

/** A script without `.js`. */
export type Script = { file: string; contents: string };

/** A script that is linked by the loader, and those whose exports it takes, in this order. */
export type LinkableScript = Script & { needs: readonly string[] };

const importing = /^\s*import\s*(?:\{([^}]*)\}\s*from\s*)?"\.\/([\w-]+)\.js";?/;
const exporting = /export\s*\{([^}]*)\};?\s*(\/\/# sourceMappingURL=\S+\s*)?$/;

/** `a as b, c` as the properties of an object. */
const properties = (names: string, keys: "first" | "last"): string =>
  names
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => {
      const [first = "", last = first] = name.split(/\s+as\s+/);
      return keys === "first" ? `${first}:${last}` : `${last}:${first}`;
    })
    .join(",");

/**
 * Makes a script of esbuild's import nothing by itself: it exports a function of what it needs. A
 * browser remembers for the life of a page that an import failed: with static imports, one lost
 * request for a shared script would break every island that needs it
 * (docs/decisions/015-files-of-earlier-builds.md).
 */
function makeLinkable({ contents }: Script): { needs: string[]; contents: string } {
  const [needs, parameters]: [string[], string[]] = [[], []];
  let body = contents;
  for (let found = importing.exec(body); found; found = importing.exec(body)) {
    const [whole, names = "", file = ""] = found;
    needs.push(file);
    parameters.push(`{${properties(names, "first")}}`);
    body = body.slice(whole.length);
  }
  const [end = "", names = "", map = ""] = exporting.exec(body) ?? [];
  body = body.slice(0, body.length - end.length);
  if (/^\s*(import|export)\b/m.test(body)) throw new Error("esbuild wrote an import or export that cannot be linked");
  return { needs, contents: `export default(${parameters.join()})=>{${body}return{${properties(names, "last")}}};\n${map}` };
}

/**
 * Makes scripts linkable, and names each by its content: a name that browsers keep for ever must
 * never stand for other bytes. Returns them by their old names.
 */
export function linkScripts(scripts: readonly Script[]): ReadonlyMap<string, LinkableScript> {
  const made = scripts.map((script) => {
    const { needs, contents } = makeLinkable(script);
    return [script.file, { file: script.file.replace(/[^-]+$/, contentHash(contents)), needs, contents }] as const;
  });
  const names = new Map(made.map(([old, { file }]) => [old, file]));
  return new Map(made.map(([old, script]) => [old, { ...script, needs: script.needs.map((need) => names.get(need) ?? need) }]));
}

/** Eight digits: a browser and an archive keep a name with so many for ever. */
export const contentHash = (contents: string | Uint8Array): string =>
  createHash("sha256").update(contents).digest("hex").slice(0, 8).toUpperCase();
