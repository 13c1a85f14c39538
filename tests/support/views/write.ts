// Writes each template as a TypeScript function that touches what the template touches, with its partials in their place.
import { type Context, newContext, type Place, type Program, write } from "./place.ts";
import { partialCallsIn, partialName, type Templates } from "./read.ts";
import { writeProgram } from "./statements.ts";

export type Typing = {
  /** the type of what a template receives */
  typeOf: (template: string, isCalled: boolean) => string;
  /** a statement about the names that it read */
  closing: (template: string, touched: ReadonlySet<string>) => string;
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

export function writeTemplates(templates: Templates, { typeOf, closing }: Typing): Program {
  const program: Program = { lines: [], origins: new Map(), faults: [], variables: 0 };
  const passed = passedNames(templates);
  for (const [template, parsed] of templates) {
    const root: Context = newContext(program);
    const place: Place = { program, templates, passed, template, contexts: [root], root, data: {}, parameters: {}, calls: [] };
    const origin = { template, line: 1, value: template, calls: [] };
    write(place, `export function template_${root.variable}(`);
    write(place, `${root.variable}: ${typeOf(template, passed.has(template))}`, origin);
    write(place, ") {");
    writeProgram(place, parsed);
    write(place, closing(template, root.touched), origin);
    write(place, "}");
  }
  return program;
}
