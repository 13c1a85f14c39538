// Where in the templates, and within which values, something stands that is written as TypeScript.
import type { Templates } from "./read.ts";

/**
 * Where a line of the written program comes from; `calls` are the partials' calls that led there.
 */
export type Origin = { template: string; line: number; value: string; calls: readonly string[] };
export type Fault = Origin & { message: string };

/**
 * The program as it is written: each line that the compiler may complain of knows where it comes
 * from.
 */
export type Program = { lines: string[]; origins: Map<number, Origin>; faults: Fault[]; variables: number };

/**
 * A context of `{{name}}`: a variable of the program, and the names that the template reads of it.
 */
export type Context = {
  variable: string;
  namesRead: Set<string>;
  /** what a partial's call puts over a context that it passes on */
  passed?: { names: ReadonlySet<string>; over: Context | undefined };
};

export type Scope = {
  program: Program;
  templates: Templates;
  /** by partial, the names that any call passes: they may be missing in all others */
  passed: ReadonlyMap<string, ReadonlySet<string>>;
  template: string;
  /** the innermost comes first */
  contexts: readonly [Context, ...Context[]];
  root: Context;
  /** `@index` and the like, as expressions */
  data: Readonly<Record<string, string>>;
  /** block parameters */
  parameters: Readonly<Record<string, Context>>;
  calls: readonly string[];
};

/** A context of a new variable, of which no name was read yet. */
export function newContext(program: Program): Context {
  program.variables += 1;
  return { variable: `v${program.variables}`, namesRead: new Set() };
}

/** Where a node of the current template stands. */
export const originOf = ({ template, calls }: Scope, node: hbs.AST.Node, value: string): Origin => ({
  template,
  line: node.loc?.start.line ?? 1,
  value,
  calls,
});

/** Appends a line to the program, with where it comes from. */
export function write({ program }: Scope, line: string, origin?: Origin): void {
  program.lines.push(line);
  if (origin) program.origins.set(program.lines.length, origin);
}

/** Records a fault at a node of the current template. */
export function addFault(scope: Scope, node: hbs.AST.Node, value: string, message: string): void {
  scope.program.faults.push({ ...originOf(scope, node, value), message });
}

/** Notes that a name was read; what a call does not pass is read from what it passes on. */
function noteRead(context: Context, name: string): void {
  context.namesRead.add(name);
  const { passed } = context;
  if (passed?.over && !passed.names.has(name)) noteRead(passed.over, name);
}

const members = (names: readonly string[]) =>
  names.map((name) => `?.[${/^\d+$/.test(name) ? name : JSON.stringify(name)}]`).join("");

/** A path as an expression, such as `v3?.["price"]`. */
export function pathText(scope: Scope, path: hbs.AST.PathExpression): string {
  const names = path.parts.map(String);
  const [head = "", ...rest] = names;
  if (path.data && head === "root") return memberOf(scope.root, rest);
  if (path.data) return dataText(scope, path, head);
  const parameter = path.depth === 0 ? scope.parameters[head] : undefined;
  if (parameter) return memberOf(parameter, rest);
  const context = scope.contexts[path.depth];
  if (context) return memberOf(context, names);
  addFault(scope, path, path.original, "there is nothing so far outside of this template");
  return "undefined";
}

function memberOf(context: Context, names: readonly string[]): string {
  if (names[0] !== undefined) noteRead(context, names[0]);
  return context.variable + members(names);
}

function dataText(scope: Scope, path: hbs.AST.PathExpression, name: string): string {
  const text = scope.data[name];
  if (text === undefined) addFault(scope, path, path.original, "is not known here");
  return text ?? "undefined";
}
