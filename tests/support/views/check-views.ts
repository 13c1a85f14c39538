import { globSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type CompilerError, compile } from "./compile.ts";
import { readTemplates } from "./read.ts";
import type { Fault, Origin, Program } from "./scope.ts";
import { union } from "./statements.ts";
import { readTokens, type Token } from "./tokens.ts";
import { writeTemplates } from "./write.ts";

type CheckViewsInput = {
  /** the folder of the templates */
  directory: string;
  /** the folder with the islands' props, `<feature>/<name>.props.ts` */
  islands: string;
  /** the folder whose code declares views and parts with their types (server/web/view.ts) */
  server: string;
  /** the module with the types `LayoutValues`, `CommonValues`, `WrappedView` and `PartValues` */
  layouts: string;
  /** the folder for the written program; it is inside the tree, so that packages are found */
  scratch: string;
};

/** All faults of the templates, one per line: view, line, value and reason. */
export async function checkViews(checked: CheckViewsInput): Promise<string[]> {
  const templates = readTemplates(checked.directory);
  const { tokens, faults } = readTokens(checked.server);
  const program = writeTemplates(templates, { typeOf, lastStatement });
  const head = headOf(checked, tokens, [...templates.keys()]);
  await mkdir(checked.scratch, { recursive: true });
  await writeFile(join(checked.scratch, "views.ts"), [...head, ...program.lines].join("\n"));
  await writeFile(join(checked.scratch, "tsconfig.json"), JSON.stringify(config));
  // The step `types` reports errors in other files.
  const errors = (await compile(checked.scratch)).filter(({ file }) => file === "views.ts");
  const errorsInViews = errors.flatMap((error) => compilerFaults(originAt(program, error.line - head.length), error));
  return [...new Set([...faults, ...[...program.faults, ...errorsInViews].map(describe)])];
}

const config = { extends: join(import.meta.dirname, "../../../tsconfig.json"), include: ["views.ts"] };

const typeOf = (template: string, isCalled: boolean): string => {
  const name = JSON.stringify(template);
  return isCalled ? `PartialContext<Contexts, ${name}>` : `TemplateValue<Contexts[${name}]>`;
};

/** A value that no template reads is a fault as well. */
const lastStatement = (template: string, namesRead: ReadonlySet<string>): string =>
  `unused(null as unknown as Exclude<OwnNames<${JSON.stringify(template)}>, ${union(namesRead)}>);`;

function headOf({ layouts, islands }: CheckViewsInput, tokens: readonly Token[], names: readonly string[]): string[] {
  const props = globSync("*/*.props.ts", { cwd: islands }).sort();
  const schemas = props.map((file, at) => `${JSON.stringify(basename(file, ".props.ts"))}: typeof i${at};`);
  const declarations = JSON.stringify(join(import.meta.dirname, "declarations.ts"));
  return [
    `import type { AllNames, PartialContext, Layouts, Override, TemplateValue } from ${declarations};`,
    `import { apart, each, helper, islands, pass, print, templates, unused } from ${declarations};`,
    ...tokens.map(({ file, constant }, at) => `import type { ${constant} as t${at} } from ${JSON.stringify(file)};`),
    `import type { CommonValues, LayoutValues, PartValues, WrappedView } from ${JSON.stringify(layouts)};`,
    ...props.map((file, at) => `import type { schema as i${at} } from ${JSON.stringify(join(islands, file))};`),
    `type Views = ${valuesByName(tokens, "view")};`,
    `type Parts = ${valuesByName(tokens, "part")};`,
    "type Pages = { [View in keyof Views]: Override<CommonValues, Views[View]> };",
    "type Alone = { [Part in keyof Parts]: Override<PartValues, Parts[Part]> };",
    "type Contexts = Pages & Alone & Layouts<CommonValues, LayoutValues, WrappedView>;",
    // A layout does not have to read every value that a page can have for it.
    "type PageNames<Page> = Exclude<AllNames<Page>, AllNames<LayoutValues[keyof LayoutValues]>>;",
    "type PartNames<Name> = Name extends keyof Parts ? AllNames<Parts[Name]> : never;",
    "type OwnNames<Name> = Name extends keyof Views ? PageNames<Views[Name]> : PartNames<Name>;",
    `const island = islands<{ ${schemas.join(" ")} }>();`,
    `templates<${union(names)}>()(null as unknown as keyof Contexts);`,
  ];
}

/** A type that maps each template's name to its values, for all templates of a kind. */
function valuesByName(tokens: readonly Token[], kind: Token["kind"]): string {
  const members = tokens.map(({ name }, at) => `${JSON.stringify(name)}: Required<typeof t${at}>["values"];`);
  return `{ ${members.filter((_, at) => tokens[at]?.kind === kind).join(" ")} }`;
}

/** Lines of the head have no origin. The only possible error there is a view without a template. */
const originAt = ({ origins }: Program, line: number): Origin =>
  origins.get(line) ?? (line > 1 ? originAt({ origins } as Program, line - 1) : { template: "", line: 0, value: "", calls: [] });

/** The errors for names read from text or numbers; their messages do not include the name. */
const nameless = new Set(["TS7015", "TS7053"]);

/** Translates a compiler error into the terms of a template's author. */
function compilerFaults(origin: Origin, { code, text, reason }: CompilerError): Fault[] {
  const say = (message: string) => [{ ...origin, message }];
  const [, names] = /^Argument of type '(.+)' is not assignable to parameter of type 'never'/.exec(text) ?? [];
  if (names && names !== "undefined") return say(`no template reads ${names.replaceAll('"', "").replaceAll(" | ", ", ")}`);
  const name =
    /^Property '(.+?)' does not exist on type/.exec(text)?.[1] ?? (nameless.has(code) ? origin.value.split(".").at(-1) : "");
  const missing = missingIn(reason);
  if (missing) return say(`it lacks ${missing}`);
  if (!name) return say(`${reason} (${code})`);
  // A value of type `never`, as inside an `if` that is never true, cannot be read.
  if (text.endsWith("type 'never'.")) return [];
  if (name === origin.template) return say("nothing renders it, and no template calls it");
  const meant = /Did you mean '(.+?)'\?/.exec(text)?.[1];
  return say(`there is no value ${name} here${meant ? `; did you mean ${meant}?` : ""}`);
}

/** Reads from the compiler's message the names that a value lacks. */
const missingIn = (reason: string): string | undefined =>
  /^Property '(.+?)' is missing in type/.exec(reason)?.[1] ??
  /is missing the following properties from type .*: (.+)$/.exec(reason)?.[1];

function describe({ template, line, value, calls, message }: Fault): string {
  if (template === "") return `a view without a template: ${message}`;
  const path = calls.length > 0 ? ` (called by ${calls.toReversed().join(", ")})` : "";
  return `views/${template}.hbs:${line} {{${value}}}: ${message}${path}`;
}
