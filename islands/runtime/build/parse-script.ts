import { type AnyNode, type ImportDeclaration, type Node, type Program, parse } from "acorn";

/** A script without `.js`. */
export type Script = { file: string; contents: string };

/** Pairs of the name that a script exports, and the script's own name for the same value. */
export type Names = [exported: string, own: string][];

/** A part of a script, as offsets in its text. */
type Place = { start: number; end: number };

/** What the linker knows of a script. */
export type ParsedScript = Script & {
  body: Program["body"];
  imports: { file: string; names: Names }[];
  /** Imports of packages that are not bundled, as they are written. */
  externals: string[];
  exports: Names;
  dynamicImports: (Place & { file: string | undefined })[];
  /** Uses of variables; `isShorthand` if one is written as `{ name }`. */
  uses: (Place & { name: string; isShorthand: boolean })[];
  /** Variables to which functions assign, so that they may change after the script has run. */
  assigned: Set<string>;
  /** Whether there is an `await` outside of functions. */
  isAsync: boolean;
};

const isNode = (value: unknown): value is AnyNode => typeof (value as Node | null)?.type === "string";

/** The parts of a node, without labels and the names of properties. */
function partsOf(node: AnyNode): AnyNode[] {
  const isComputed = "computed" in node && node.computed;
  const isName = (key: string) => key === "label" || (!isComputed && (key === "property" || key === "key"));
  return Object.entries(node).flatMap(([key, value]) => (isName(key) ? [] : [value].flat().filter(isNode)));
}

/** The variables that change if something is assigned to a pattern. */
function targetsOf(pattern: AnyNode): string[] {
  if (pattern.type === "Identifier") return [pattern.name];
  return pattern.type === "MemberExpression" ? [] : partsOf(pattern).flatMap(targetsOf);
}

/** The variables to which a node assigns by itself. */
function assignedBy(node: AnyNode): string[] {
  if (node.type === "UpdateExpression") return targetsOf(node.argument);
  const isAssignment = /^(AssignmentExpression|For(In|Of)Statement)$/.test(node.type) && "left" in node;
  return isAssignment ? targetsOf(node.left) : [];
}

/** The text of a name or a string. */
const textOf = (node: AnyNode): string => String("name" in node ? node.name : "value" in node && node.value);

/** The script that an import names; undefined if it is none of the build. */
const fileOf = ({ source }: { source: AnyNode }): string | undefined => /^\.\/(.+)\.js$/.exec(textOf(source))?.[1];

/**
 * Reads a script that esbuild wrote without minified names: in such a script no variable hides
 * another one of the same name.
 */
export function parseScript({ file, contents }: Script): ParsedScript {
  const { body } = parse(contents, { ecmaVersion: "latest", sourceType: "module" });
  const lists = { imports: [], externals: [], exports: [], dynamicImports: [], uses: [], assigned: new Set<string>() };
  const script: ParsedScript = { file, contents, body, ...lists, isAsync: false };

  function read(node: AnyNode, isShorthand = false, isInFunction = false): void {
    const { start, end } = node;
    if (node.type === "Identifier") script.uses.push({ name: node.name, isShorthand, start, end });
    if (node.type === "ImportExpression") script.dynamicImports.push({ file: fileOf(node), start, end });
    if (node.type === "AwaitExpression" || (node.type === "ForOfStatement" && node.await)) script.isAsync ||= !isInFunction;
    for (const name of isInFunction ? assignedBy(node) : []) script.assigned.add(name);
    for (const part of partsOf(node))
      read(part, node.type === "Property" && node.shorthand, isInFunction || /Function|Class/.test(node.type));
  }

  function addImport(node: ImportDeclaration): void {
    const file = fileOf(node);
    const names = node.specifiers.map((one): Names[number] => ["imported" in one ? textOf(one.imported) : "", one.local.name]);
    if (file === undefined) script.externals.push(contents.slice(node.start, node.end));
    else script.imports.push({ file, names });
  }

  for (const node of body) {
    if (node.type === "ExportAllDeclaration")
      throw new Error(`export * from ${textOf(node.source)}, which is not bundled, cannot be linked: name its exports`);
    if (node.type === "ExportNamedDeclaration")
      for (const { exported, local } of node.specifiers) script.exports.push([textOf(exported), textOf(local)]);
    else if (node.type === "ImportDeclaration") addImport(node);
    else read(node);
  }
  return script;
}
