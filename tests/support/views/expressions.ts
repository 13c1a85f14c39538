// Writes what stands in braces: paths, literals, helpers and islands, each value on a line of its own, so that an error is known by its line.
import { originOf, type Place, pathText, write } from "./place.ts";

export type Call = { path: hbs.AST.Expression; params: readonly hbs.AST.Expression[]; hash?: hbs.AST.Hash | undefined };
type Literal = hbs.AST.StringLiteral | hbs.AST.NumberLiteral | hbs.AST.BooleanLiteral;

const operators: Readonly<Record<string, string>> = { or: "||", and: "&&", not: "!" };

export const isPath = (node: hbs.AST.Node): node is hbs.AST.PathExpression => node.type === "PathExpression";
export const nameOf = (node: hbs.AST.Node): string => (isPath(node) ? node.original : "");

export function writeExpression(place: Place, node: hbs.AST.Expression): void {
  if (isPath(node)) write(place, pathText(place, node), originOf(place, node, node.original));
  else if (node.type === "SubExpression") writeCall(place, node as hbs.AST.SubExpression);
  else if (node.type === "NullLiteral" || node.type === "UndefinedLiteral") write(place, "null");
  else writeLiteral(place, node as Literal);
}

const writeLiteral = (place: Place, node: Literal): void =>
  write(place, JSON.stringify(node.value), originOf(place, node, String(node.value)));

function writeList(place: Place, nodes: readonly hbs.AST.Expression[], separator: string): void {
  for (const [at, node] of nodes.entries()) {
    if (at > 0) write(place, separator);
    writeExpression(place, node);
  }
}

/** `name=value` as an object. */
export function writeHash(place: Place, hash: hbs.AST.Hash | undefined): void {
  write(place, "{");
  for (const { key, value } of hash?.pairs ?? []) {
    write(place, `${JSON.stringify(key)}:`, originOf(place, value, key));
    writeExpression(place, value);
    write(place, ",");
  }
  write(place, "}");
}

export function writeCall(place: Place, call: Call): void {
  const name = nameOf(call.path);
  if (name === "island") writeIsland(place, call);
  else if (name === "object") writeObject(place, call);
  else if (operators[name]) writeOperator(place, call, operators[name]);
  else writeHelper(place, call, name);
}

function writeObject(place: Place, { hash }: Call): void {
  write(place, "(");
  writeHash(place, hash);
  write(place, ")");
}

function writeOperator(place: Place, { params }: Call, operator: string): void {
  write(place, operator === "!" ? "!(" : "(");
  writeList(place, params, operator);
  write(place, ")");
}

function writeHelper(place: Place, { path, params, hash }: Call, name: string): void {
  const origin = originOf(place, path, name);
  write(place, "helper(");
  write(place, JSON.stringify(name), origin);
  write(place, ", [");
  writeList(place, params, ",");
  write(place, "],");
  writeHash(place, hash);
  write(place, ")", origin);
}

function writeIsland(place: Place, { path, params: [name, props], hash }: Call): void {
  const island = name?.type === "StringLiteral" ? (name as hbs.AST.StringLiteral).value : "";
  const origin = originOf(place, path, `island "${island}"`);
  write(place, "island(");
  write(place, JSON.stringify(island), origin);
  write(place, ",");
  if (props) writeExpression(place, props);
  else write(place, "undefined", origin);
  write(place, ",");
  writeHash(place, hash);
  write(place, ")", origin);
}
