// Finds the constants that name a template and the type of its values, such as
// `export const promoView = view<PromoPage>("staff/promo");`.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A constant that names a template. */
export type Token = { kind: "view" | "part"; constant: string; name: string; file: string };

const declaration = /^ *export const (\w+) = (view|part)<[\s\S]+?>\(\s*"([^"]+)",?\s*\);$/gm;
const call = /(?<![\w.])(view|part)(?:<|\(\s*"[\w-]+\/)/g;

/** Reads every token below a folder, and the faults that prevent checks of templates. */
export function readTokens(folder: string): { tokens: Token[]; faults: string[] } {
  const files = globSync("**/*.ts", { cwd: folder }).sort();
  const sources = files.map((file) => ({ file: join(folder, file), source: readFileSync(join(folder, file), "utf8") }));
  const byName = Map.groupBy(
    sources.flatMap(({ file, source }) => tokensIn(file, source)),
    ({ name }) => name,
  );
  const tokens = [...byName.values()].flatMap((named) => named.slice(0, 1));
  const faults = sources.flatMap(({ file, source }) => unreadIn(file, source));
  for (const [name, named] of byName)
    if (named.length > 1) faults.push(`${name} is named in ${named.map(({ file }) => file).join(" and ")}`);
  return { tokens, faults };
}

const tokensIn = (file: string, source: string): Token[] =>
  [...source.matchAll(declaration)].map(([, constant = "", kind, name = ""]) => ({
    kind: kind === "view" ? "view" : "part",
    constant,
    name,
    file,
  }));

/** Finds calls of `view` or `part` in another form, which would leave a template unchecked. */
function unreadIn(file: string, source: string): string[] {
  const imported = /^import \{([^}]*)\} from "(?:[^"]*\/web|\.)\/view\.ts";$/m.exec(source)?.[1] ?? "";
  const called = imported.split(",").map((each) => each.trim());
  const calls = [...source.matchAll(call)].filter(([, kind = ""]) => called.includes(kind));
  const unread = calls.length - tokensIn(file, source).length;
  return unread > 0 ? [`${file}: ${unread} not written as \`export const name = view<Page>("template");\``] : [];
}
