// Reads the templates with Handlebars' own parser.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import handlebars from "handlebars";

/** A template's syntax tree by its name, such as `catalog/card`. */
export type Templates = ReadonlyMap<string, hbs.AST.Program>;

/** Parses all templates below a folder. */
export function readTemplates(directory: string): Templates {
  const files = globSync("**/*.hbs", { cwd: directory }).sort();
  const templates = files.map((file) => [file.replace(/\.hbs$/, "").replaceAll("\\", "/"), file] as const);
  return new Map(templates.map(([name, file]) => [name, handlebars.parse(readFileSync(join(directory, file), "utf8").trim())]));
}

/** All partial calls in a template, at any depth. */
export function partialCallsIn(program: hbs.AST.Program): hbs.AST.PartialStatement[] {
  const calls: hbs.AST.PartialStatement[] = [];
  class Collector extends handlebars.Visitor {
    override PartialStatement(call: hbs.AST.PartialStatement): void {
      calls.push(call);
    }
  }
  new Collector().accept(program);
  return calls;
}

/** A partial's name, or undefined if the name is computed when the template runs. */
export const partialName = ({ name }: hbs.AST.PartialStatement): string | undefined =>
  name.type === "PathExpression" ? (name as hbs.AST.PathExpression).original : undefined;
