import { optionNames } from "../../render/element.ts";
import { didYouMean } from "../../render/nearest.ts";
import { unknownTrigger } from "../../render/trigger-names.ts";
import type { Fault, Schemas } from "./check-elements.ts";
import { written, wrongProps } from "./check-props.ts";

/** One argument of a helper: `key` if it is named, `parts` if it is `(object …)`. */
type Argument = { key: string | undefined; text: string; parts: readonly Argument[] | undefined };

/** The faults of `{{island …}}` and `{{#island …}}` in a Handlebars template. */
export function checkHelpers(text: string, schemas: Schemas): Fault[] {
  return [...text.matchAll(/\{\{\{?#?\s*island\s+([\s\S]*?)\}\}/g)].flatMap(({ index: at, 1: call = "" }) => {
    const [name, props, ...rest] = argumentsOf(call);
    if (!name || !/^["']/.test(name.text)) return [];
    return checkCall(literal(name.text) as string, props, rest, schemas).map((message) => ({ at, message }));
  });
}

function checkCall(name: string, props: Argument | undefined, rest: readonly Argument[], schemas: Schemas): string[] {
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (!schema) return [`no island is called ${name}${didYouMean(name, Object.keys(schemas))}`];
  const namedArguments = [props, ...rest].filter((one) => one !== undefined && one.key !== undefined) as Argument[];
  const unknown = namedArguments
    .filter(({ key = "" }) => !optionNames.includes(key))
    .map(({ key = "" }) => `island ${name} has no option ${key}${didYouMean(key, optionNames)}`);
  const on = namedArguments.find(({ key }) => key === "on");
  const trigger = on && /^["']/.test(on.text) ? unknownTrigger(String(literal(on.text))) : undefined;
  const noProps =
    !props || props.key !== undefined ? [`island ${name} gets no props: write a value or (object …) after its name`] : [];
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
