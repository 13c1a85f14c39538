// Writes a template's blocks, and its partials in the place of their calls.
import { type Call, isPath, nameOf, writeCall, writeExpression, writeHash } from "./expressions.ts";
import { addFault, type Context, newContext, originOf, type Place, write } from "./place.ts";
import { partialName } from "./read.ts";

type Block = hbs.AST.BlockStatement;

/** Names as a type. */
export const union = (names: Iterable<string>): string => [...names].map((name) => JSON.stringify(name)).join(" | ") || "never";

export function writeProgram(place: Place, program: hbs.AST.Program | undefined): void {
  for (const statement of program?.body ?? []) writeStatement(place, statement);
}

const silent = new Set(["ContentStatement", "CommentStatement"]);

function writeStatement(place: Place, statement: hbs.AST.Statement): void {
  if (statement.type === "BlockStatement") writeBlock(place, statement as Block);
  else if (statement.type === "PartialStatement") writePartial(place, statement as hbs.AST.PartialStatement);
  else if (statement.type === "MustacheStatement") writeMustache(place, statement as hbs.AST.MustacheStatement);
  else if (!silent.has(statement.type)) addFault(place, statement, statement.type, "is not known to this check");
}

function writeMustache(place: Place, mustache: hbs.AST.MustacheStatement): void {
  const { path, params, hash } = mustache;
  const origin = originOf(place, path, nameOf(path));
  write(place, "print(", origin);
  if (params.length > 0 || (hash?.pairs.length ?? 0) > 0) writeCall(place, mustache);
  else writeExpression(place, path);
  write(place, ");", origin);
}

function writeBlock(place: Place, block: Block): void {
  const [subject] = block.params;
  const writer = { if: writeIf, unless: writeIf, each: writeEach, with: writeWith }[nameOf(block.path)];
  if (writer && subject) writer(place, block, subject);
  else writeHelperBlock(place, block);
}

function writeHelperBlock(place: Place, block: Block): void {
  write(place, "print(");
  writeCall(place, block as Call);
  write(place, ");");
  writeProgram(place, block.program);
  writeProgram(place, block.inverse);
}

function writeIf(place: Place, block: Block, subject: hbs.AST.Expression): void {
  const isUnless = nameOf(block.path) === "unless";
  write(place, isUnless ? "if (!(" : "if ((");
  writeExpression(place, subject);
  write(place, ")) {");
  writeProgram(place, block.program);
  write(place, "} else {");
  writeProgram(place, block.inverse);
  write(place, "}");
}

function inside(place: Place, { program }: Block, context: Context, data: Place["data"]): Place {
  const [item, key] = program.blockParams ?? [];
  const parameters: Record<string, Context> = { ...place.parameters };
  if (item) parameters[item] = context;
  if (key) parameters[key] = { variable: "0", touched: new Set() };
  return { ...place, contexts: [context, ...place.contexts], data: { ...place.data, ...data }, parameters };
}

const ofEach = { index: "0", key: "0", first: "true", last: "true" };

function writeEach(place: Place, block: Block, subject: hbs.AST.Expression): void {
  const context = newContext(place.program);
  const origin = originOf(place, subject, nameOf(subject));
  write(place, `for (const ${context.variable} of each(`, origin);
  writeExpression(place, subject);
  write(place, ")) {", origin);
  writeProgram(inside(place, block, context, ofEach), block.program);
  write(place, "}");
  writeProgram(place, block.inverse);
}

function writeWith(place: Place, block: Block, subject: hbs.AST.Expression): void {
  const context = newContext(place.program);
  write(place, `{ const ${context.variable} =`);
  writeExpression(place, subject);
  write(place, `; if (${context.variable}) {`);
  writeProgram(inside(place, block, context, {}), block.program);
  write(place, "} else {");
  writeProgram(place, block.inverse);
  write(place, "} }");
}

const isThis = (node: hbs.AST.Expression | undefined): boolean =>
  node !== undefined && isPath(node) && node.parts.length === 0 && node.depth === 0 && !node.data;

function writePartial(place: Place, call: hbs.AST.PartialStatement): void {
  const name = partialName(call) ?? "";
  const program = place.templates.get(name);
  const callers = [...place.calls, `${place.template}.hbs:${call.loc?.start.line}`];
  const inner = { ...place, template: name, calls: callers, data: {}, parameters: {} };
  const names = place.passed.get(name) ?? new Set<string>();
  const isPlain = isThis(call.params[0] as hbs.AST.Expression | undefined) && names.size === 0;
  if (!program) addFault(place, call, `> ${name}`, "there is no such partial");
  else if (callers.some((caller) => caller.startsWith(`${name}.hbs:`))) addFault(place, call, `> ${name}`, "it calls itself");
  // What passes its caller's values on, and no others, sees what an `if` around the call has told of them.
  else if (isPlain) writeProgram({ ...inner, contexts: [place.contexts[0]] }, program);
  else writePassing(place, call, { inner, names, program });
}

type Passing = { inner: Omit<Place, "contexts">; names: ReadonlySet<string>; program: hbs.AST.Program };

/** A call with values of its own: all that it passes has to be read. */
function writePassing(place: Place, call: hbs.AST.PartialStatement, { inner, names, program }: Passing): void {
  const [subject] = call.params as (hbs.AST.Expression | undefined)[];
  const given = new Set(call.hash?.pairs.map(({ key }) => key));
  const over = isThis(subject) ? place.contexts[0] : undefined;
  const context: Context = { ...newContext(place.program), passed: { names: given, over } };
  const origin = originOf(place, call, `> ${inner.template}`);
  write(place, `{ const ${context.variable} = pass<${union(names)}>()(`, origin);
  if (subject) writeExpression(place, subject);
  else write(place, "undefined");
  write(place, ",");
  writeHash(place, call.hash);
  write(place, ");", origin);
  writeProgram({ ...inner, contexts: [context] }, program);
  write(place, "}");
  for (const name of given) {
    if (!context.touched.has(name)) addFault(place, call, name, `${inner.template} does not read it`);
  }
}
