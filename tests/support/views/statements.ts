// Writes a template's blocks, and writes partials at the place of their calls.
import { type Call, isPath, nameOf, writeCall, writeExpression, writeHash } from "./expressions.ts";
import { partialName } from "./read.ts";
import { addFault, type Context, newContext, originOf, type Scope, write } from "./scope.ts";

type Block = hbs.AST.BlockStatement;

/** A union type of these names. */
export const union = (names: Iterable<string>): string => [...names].map((name) => JSON.stringify(name)).join(" | ") || "never";

/** Writes the statements of a template or of a block. */
export function writeProgram(scope: Scope, program: hbs.AST.Program | undefined): void {
  for (const statement of program?.body ?? []) writeStatement(scope, statement);
}

function writeStatement(scope: Scope, statement: hbs.AST.Statement): void {
  if (statement.type === "BlockStatement") writeBlock(scope, statement as Block);
  else if (statement.type === "PartialStatement") writePartial(scope, statement as hbs.AST.PartialStatement);
  else if (statement.type === "MustacheStatement") writeMustache(scope, statement as hbs.AST.MustacheStatement);
  else if (statement.type === "ContentStatement") checkContent(scope, statement as hbs.AST.ContentStatement);
  else if (statement.type !== "CommentStatement") addFault(scope, statement, statement.type, "is not known to this check");
}

/** Reports text that ends with the rest of a comment, because the comment contains `}}`. */
function checkContent(scope: Scope, content: hbs.AST.ContentStatement): void {
  if (content.value.includes("}}")) addFault(scope, content, "…}}", "these brackets are shown as text");
}

function writeMustache(scope: Scope, mustache: hbs.AST.MustacheStatement): void {
  const { path, params, hash } = mustache;
  const origin = originOf(scope, path, nameOf(path));
  write(scope, "print(", origin);
  if (params.length > 0 || (hash?.pairs.length ?? 0) > 0) writeCall(scope, mustache);
  else writeExpression(scope, path);
  write(scope, ");", origin);
}

function writeBlock(scope: Scope, block: Block): void {
  const [subject] = block.params;
  const writer = { if: writeIf, unless: writeIf, each: writeEach, with: writeWith }[nameOf(block.path)];
  if (writer && subject) writer(scope, block, subject);
  else writeHelperBlock(scope, block);
}

function writeHelperBlock(scope: Scope, block: Block): void {
  write(scope, "print(");
  writeCall(scope, block as Call);
  write(scope, ");");
  writeProgram(scope, block.program);
  writeProgram(scope, block.inverse);
}

function writeIf(scope: Scope, block: Block, subject: hbs.AST.Expression): void {
  const isUnless = nameOf(block.path) === "unless";
  write(scope, isUnless ? "if (!(" : "if ((");
  writeExpression(scope, subject);
  write(scope, ")) {");
  writeProgram(scope, block.program);
  write(scope, "} else {");
  writeProgram(scope, block.inverse);
  write(scope, "}");
}

function inside(scope: Scope, { program }: Block, context: Context, data: Scope["data"]): Scope {
  const [item, key] = program.blockParams ?? [];
  const parameters: Record<string, Context> = { ...scope.parameters };
  if (item) parameters[item] = context;
  if (key) parameters[key] = { variable: "0", namesRead: new Set() };
  return { ...scope, contexts: [context, ...scope.contexts], data: { ...scope.data, ...data }, parameters };
}

const ofEach = { index: "0", key: "0", first: "true", last: "true" };

function writeEach(scope: Scope, block: Block, subject: hbs.AST.Expression): void {
  const context = newContext(scope.program);
  const origin = originOf(scope, subject, nameOf(subject));
  write(scope, `for (const ${context.variable} of each(`, origin);
  writeExpression(scope, subject);
  write(scope, ")) {", origin);
  writeProgram(inside(scope, block, context, ofEach), block.program);
  write(scope, "}");
  writeProgram(scope, block.inverse);
}

function writeWith(scope: Scope, block: Block, subject: hbs.AST.Expression): void {
  const context = newContext(scope.program);
  write(scope, `{ const ${context.variable} =`);
  writeExpression(scope, subject);
  write(scope, `; if (${context.variable}) {`);
  writeProgram(inside(scope, block, context, {}), block.program);
  write(scope, "} else {");
  writeProgram(scope, block.inverse);
  write(scope, "} }");
}

const isThis = (node: hbs.AST.Expression | undefined): boolean =>
  node !== undefined && isPath(node) && node.parts.length === 0 && node.depth === 0 && !node.data;

function writePartial(scope: Scope, call: hbs.AST.PartialStatement): void {
  const name = partialName(call) ?? "";
  const program = scope.templates.get(name);
  const callers = [...scope.calls, `${scope.template}.hbs:${call.loc?.start.line}`];
  const inner = { ...scope, template: name, calls: callers, data: {}, parameters: {} };
  const names = scope.passed.get(name) ?? new Set<string>();
  const isPlain = isThis(call.params[0] as hbs.AST.Expression | undefined) && names.size === 0;
  if (!program) addFault(scope, call, `> ${name}`, "there is no such partial");
  else if (callers.some((caller) => caller.startsWith(`${name}.hbs:`))) addFault(scope, call, `> ${name}`, "it calls itself");
  // If a call passes only its caller's values, types narrowed by an `if` around the call still
  // hold.
  else if (isPlain) writeProgram({ ...inner, contexts: [scope.contexts[0]] }, program);
  else writePassing(scope, call, { inner, names, program });
}

type PartialCall = { inner: Omit<Scope, "contexts">; names: ReadonlySet<string>; program: hbs.AST.Program };

/** Writes a call with values of its own; each passed value must be read. */
function writePassing(scope: Scope, call: hbs.AST.PartialStatement, { inner, names, program }: PartialCall): void {
  const [subject] = call.params as (hbs.AST.Expression | undefined)[];
  const hashNames = new Set(call.hash?.pairs.map(({ key }) => key));
  const over = isThis(subject) ? scope.contexts[0] : undefined;
  const context: Context = { ...newContext(scope.program), passed: { names: hashNames, over } };
  const origin = originOf(scope, call, `> ${inner.template}`);
  write(scope, `{ const ${context.variable} = pass<${union(names)}>()(`, origin);
  if (subject) writeExpression(scope, subject);
  else write(scope, "undefined");
  write(scope, ",");
  writeHash(scope, call.hash);
  write(scope, ");", origin);
  write(scope, "apart(() => {");
  writeProgram({ ...inner, contexts: [context] }, program);
  write(scope, "}); }");
  for (const name of hashNames) {
    if (!context.namesRead.has(name)) addFault(scope, call, name, `${inner.template} does not read it`);
  }
}
