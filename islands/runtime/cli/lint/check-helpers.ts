import { optionNames } from "../../render/element.ts";
import { didYouMean } from "../../render/nearest.ts";
import type { Fault, Schemas } from "./check-elements.ts";
import { written, wrongProps } from "./check-props.ts";
import { triggerFault } from "./check-trigger.ts";

/** One argument of a helper: `key` if it is named, `parts` if it is `(object …)`. */
type Argument = { key: string | undefined; text: string; parts: readonly Argument[] | undefined };

/** A call of the helper. The value of an option is `written` if it is no literal. */
export type Call = { at: number; name: string; props: Argument | undefined; options: ReadonlyMap<string, unknown> };

/** The calls `{{island …}}` and `{{#island …}}` in a Handlebars template. */
export const helperCalls = (text: string): Call[] =>
  [...text.matchAll(/\{\{\{?#?\s*island\s+([\s\S]*?)\}\}/g)].flatMap(({ index: at, 1: call = "" }) => {
    const [name, ...rest] = argumentsOf(call);
    if (!name || !/^["']/.test(name.text)) return [];
    const props = rest[0]?.key === undefined ? rest[0] : undefined;
    const options = rest.flatMap(({ key, text }) => (key === undefined ? [] : [[key, literal(text)] as const]));
    return [{ at, name: String(literal(name.text)), props, options: new Map(options) }];
  });

/** The faults of these calls, except of what `ref` names. */
export const checkHelpers = (calls: readonly Call[], schemas: Schemas): Fault[] =>
  calls.flatMap((call) => checkCall(call, schemas).map((message) => ({ at: call.at, message })));

function checkCall({ name, props, options }: Call, schemas: Schemas): string[] {
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (!schema) return [`no island is called ${name}${didYouMean(name, Object.keys(schemas))}`];
  const unknown = [...options.keys()]
    .filter((key) => !optionNames.includes(key))
    .map((key) => `island ${name} has no option ${key}${didYouMean(key, optionNames)}`);
  const on = options.get("on");
  const trigger = typeof on === "string" ? triggerFault(on) : undefined;
  const noProps = props ? [] : [`island ${name} gets no props: write a value or (object …) after its name`];
  const wrong = props?.parts
    ? wrongProps(schema, { known: valuesOf(props.parts), open: false }).map((one) => `${name} ${one}`)
    : [];
  return [...unknown, ...(trigger ? [trigger] : []), ...noProps, ...wrong];
}

const valuesOf = (parts: readonly Argument[]): Record<string, unknown> =>
  Object.fromEntries(parts.flatMap(({ key, text }) => (key === undefined ? [] : [[key, literal(text)]])));

function literal(text: string): unknown {
  if (/^["']/.test(text)) return text.slice(1, -1);
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text === "true" || text === "false" ? text === "true" : written;
}

const piece = /\s*(?:([\w-]+)=)?("[^"]*"|'[^']*'|\(|[^\s()"']+)/y;

function argumentsOf(text: string): Argument[] {
  const list: Argument[] = [];
  piece.lastIndex = 0;
  for (let part = piece.exec(text); part; part = piece.exec(text)) {
    const [, key, value = ""] = part;
    if (value !== "(") {
      list.push({ key, text: value, parts: undefined });
      continue;
    }
    const end = closing(text, piece.lastIndex);
    const inner = text.slice(piece.lastIndex, end);
    list.push({ key, text: "(", parts: /^\s*object\b/.test(inner) ? argumentsOfObject(inner) : undefined });
    piece.lastIndex = end + 1;
  }
  return list;
}

function argumentsOfObject(inner: string): Argument[] {
  const resume = piece.lastIndex;
  const parts = argumentsOf(inner.replace(/^\s*object\b/, ""));
  piece.lastIndex = resume;
  return parts;
}

/** The end of the parenthesis that was opened before `at`. */
function closing(text: string, at: number): number {
  for (let depth = 1, i = at; i < text.length; i++) {
    if (text[i] === "(") depth++;
    if (text[i] === ")" && --depth === 0) return i;
  }
  return text.length;
}
