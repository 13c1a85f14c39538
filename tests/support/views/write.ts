// Writes each template as a TypeScript function that reads the same values, with its partials at
// the place of their calls.

import { partialCallsIn, partialName, type Templates } from "./read.ts";
import { type Context, newContext, type Program, type Scope, write } from "./scope.ts";
import { writeProgram } from "./statements.ts";

type TemplateWriter = {
  /** the type of a template's values */
  typeOf: (template: string, isCalled: boolean) => string;
  /** a statement about the names that the template read */
  lastStatement: (template: string, namesRead: ReadonlySet<string>) => string;
};

function passedNames(templates: Templates): Map<string, Set<string>> {
  const passed = new Map<string, Set<string>>();
  for (const call of [...templates.values()].flatMap(partialCallsIn)) {
    const name = partialName(call) ?? "";
    const keys = call.hash?.pairs.map(({ key }) => key) ?? [];
    passed.set(name, new Set([...(passed.get(name) ?? []), ...keys]));
  }
  return passed;
}

export function writeTemplates(templates: Templates, { typeOf, lastStatement }: TemplateWriter): Program {
  const program: Program = { lines: [], origins: new Map(), faults: [], variables: 0 };
  const passed = passedNames(templates);
  for (const [template, parsed] of templates) {
    const root: Context = newContext(program);
    const scope: Scope = { program, templates, passed, template, contexts: [root], root, data: {}, parameters: {}, calls: [] };
    const origin = { template, line: 1, value: template, calls: [] };
    write(scope, `export function template_${root.variable}(`);
    write(scope, `${root.variable}: ${typeOf(template, passed.has(template))}`, origin);
    write(scope, ") {");
    writeProgram(scope, parsed);
    write(scope, lastStatement(template, root.namesRead), origin);
    write(scope, "}");
  }
  return program;
}
