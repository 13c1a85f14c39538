// The position in the templates, and the values in scope, of each part that is written as
// TypeScript.
import type { Templates } from "./read.ts";

/** The origin of a line in the written program; `calls` are the partial calls that led there. */
export type Origin = { template: string; line: number; value: string; calls: readonly string[] };
export type Fault = Origin & { message: string };

/**
 * The program while it is written. `origins` has the origin of each line that can have compiler
 * errors.
 */
export type Program = { lines: string[]; origins: Map<number, Origin>; faults: Fault[]; variables: number };

/**
 * A context of `{{name}}`: a variable of the program, and the names that the template reads from
 * it.
 */
export type Context = {
  variable: string;
  namesRead: Set<string>;
  /** the values that a partial call adds to the context that it passes on */
  passed?: { names: ReadonlySet<string>; over: Context | undefined };
};

export type Scope = {
  program: Program;
  templates: Templates;
  /** by partial, the names that at least one call passes; other calls may leave these names out */
  passed: ReadonlyMap<string, ReadonlySet<string>>;
  template: string;
  /** the innermost context comes first */
  contexts: readonly [Context, ...Context[]];
  root: Context;
  /** `@index` and similar values, as expressions */
  data: Readonly<Record<string, string>>;
  /** block parameters */
  parameters: Readonly<Record<string, Context>>;
  calls: readonly string[];
};

/** A context with a new variable, from which no name has been read. */
export function newContext(program: Program): Context {
  program.variables += 1;
  return { variable: `v${program.variables}`, namesRead: new Set() };
}

/** The origin of a node in the current template. */
export const originOf = ({ template, calls }: Scope, node: hbs.AST.Node, value: string): Origin => ({
  template,
  line: node.loc?.start.line ?? 1,
  value,
  calls,
});

/** Appends a line and its origin to the program. */
export function write({ program }: Scope, line: string, origin?: Origin): void {
  program.lines.push(line);
  if (origin) program.origins.set(program.lines.length, origin);
}

/** Records a fault at a node of the current template. */
export function addFault(scope: Scope, node: hbs.AST.Node, value: string, message: string): void {
  scope.program.faults.push({ ...originOf(scope, node, value), message });
}

/**
 * Records that a name was read. If the call does not pass the name, it is read from the context
 * that the call passes on.
 */
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
