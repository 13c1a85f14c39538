// Writes the expressions in a template's braces as TypeScript: paths, literals, helpers and
// islands. Each value gets its own line, so that the line of a compiler error identifies the value.
import { originOf, pathText, type Scope, write } from "./scope.ts";

export type Call = { path: hbs.AST.Expression; params: readonly hbs.AST.Expression[]; hash?: hbs.AST.Hash | undefined };
type Literal = hbs.AST.StringLiteral | hbs.AST.NumberLiteral | hbs.AST.BooleanLiteral;

const operators: Readonly<Record<string, string>> = { or: "||", and: "&&", not: "!" };

/** Whether an expression is a path, such as `product.name`. */
export const isPath = (node: hbs.AST.Node): node is hbs.AST.PathExpression => node.type === "PathExpression";
/** A path's source text; empty for any other expression. */
export const nameOf = (node: hbs.AST.Node): string => (isPath(node) ? node.original : "");

/** Writes a template's expression as a TypeScript expression of the same type. */
export function writeExpression(scope: Scope, node: hbs.AST.Expression): void {
  if (isPath(node)) write(scope, pathText(scope, node), originOf(scope, node, node.original));
  else if (node.type === "SubExpression") writeCall(scope, node as hbs.AST.SubExpression);
  else if (node.type === "NullLiteral" || node.type === "UndefinedLiteral") write(scope, "null");
  else writeLiteral(scope, node as Literal);
}

const writeLiteral = (scope: Scope, node: Literal): void =>
  write(scope, JSON.stringify(node.value), originOf(scope, node, String(node.value)));

function writeList(scope: Scope, nodes: readonly hbs.AST.Expression[], separator: string): void {
  for (const [at, node] of nodes.entries()) {
    if (at > 0) write(scope, separator);
    writeExpression(scope, node);
  }
}

/** Writes `name=value` pairs as an object. */
export function writeHash(scope: Scope, hash: hbs.AST.Hash | undefined): void {
  write(scope, "{");
  for (const { key, value } of hash?.pairs ?? []) {
    write(scope, `${JSON.stringify(key)}:`, originOf(scope, value, key));
    writeExpression(scope, value);
    write(scope, ",");
  }
  write(scope, "}");
}

/** Writes a helper's call. */
export function writeCall(scope: Scope, call: Call): void {
  const name = nameOf(call.path);
  if (name === "island") writeIsland(scope, call);
  else if (name === "slot") write(scope, '""');
  else if (name === "object") writeObject(scope, call);
  else if (operators[name]) writeOperator(scope, call, operators[name]);
  else writeHelper(scope, call, name);
}

function writeObject(scope: Scope, { hash }: Call): void {
  write(scope, "(");
  writeHash(scope, hash);
  write(scope, ")");
}

function writeOperator(scope: Scope, { params }: Call, operator: string): void {
  write(scope, operator === "!" ? "!(" : "(");
  writeList(scope, params, operator);
  write(scope, ")");
}

function writeHelper(scope: Scope, { path, params, hash }: Call, name: string): void {
  const origin = originOf(scope, path, name);
  write(scope, "helper(");
  write(scope, JSON.stringify(name), origin);
  write(scope, ", [");
  writeList(scope, params, ",");
  write(scope, "],");
  writeHash(scope, hash);
  write(scope, ")", origin);
}

function writeIsland(scope: Scope, { path, params: [name, props], hash }: Call): void {
  const island = name?.type === "StringLiteral" ? (name as hbs.AST.StringLiteral).value : "";
  const origin = originOf(scope, path, `island "${island}"`);
  write(scope, "island(");
  write(scope, JSON.stringify(island), origin);
  write(scope, ",");
  if (props) writeExpression(scope, props);
  else write(scope, "undefined", origin);
  write(scope, ",");
  writeHash(scope, hash);
  write(scope, ")", origin);
}
