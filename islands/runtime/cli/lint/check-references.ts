import { didYouMean } from "../../render/nearest.ts";
import type { Fault } from "./check-elements.ts";
import type { Call } from "./check-helpers.ts";
import { isPropsScript, type Markup, type Tag } from "./tags.ts";

/** An id that an island's attribute or a helper's option names, and these words of the page. */
type Reference = { at: number; words: string; id: string };

/**
 * The faults of `data-props-ref`, and of a helper's `ref`, that name no JSON script. A page is
 * judged only if it is whole and no construct in it may write the script. The script for a fragment
 * may be in the page around it.
 */
export function checkReferences({ tags, constructs }: Markup, calls: readonly Call[]): Fault[] {
  const isWhole = tags.some(({ name }) => name === "html");
  const isJudged = isWhole && !constructs.some(mayWriteElement) && !tags.some(isNamedByTemplate);
  if (!isJudged) return [];
  const ids = tags.filter(isPropsScript).flatMap(idOf);
  return [...inElements(tags), ...inCalls(calls)]
    .filter(({ id }) => !ids.includes(id))
    .map(({ at, words, id }) => ({ at, message: `${words} ${meaning(id, tags)}${hint(id, ids)}` }));
}

const isNamedByTemplate = ({ name, attributes }: Tag): boolean => name === "script" && attributes.get("id")?.dynamic === true;

const idOf = ({ attributes }: Tag): string[] => {
  const id = attributes.get("id")?.value;
  return id ? [id] : [];
};

const inElements = (tags: readonly Tag[]): Reference[] =>
  tags.flatMap(({ attributes }) => {
    const ref = attributes.get("data-props-ref");
    return ref && !ref.dynamic ? [{ at: ref.at, words: `data-props-ref="${ref.value}"`, id: ref.value }] : [];
  });

const inCalls = (calls: readonly Call[]): Reference[] =>
  calls.flatMap(({ at, options }) => {
    const id = options.get("ref");
    return typeof id === "string" ? [{ at, words: `ref="${id}"`, id }] : [];
  });

function meaning(id: string, tags: readonly Tag[]): string {
  const other = tags.find((tag) => idOf(tag).includes(id));
  return other ? `names a <${other.name}> that is no JSON script` : "names no JSON script of the page";
}

const hint = (id: string, ids: readonly string[]): string =>
  didYouMean(id, ids) || `: write <script type="application/json" id="${id}"> with the props into the page`;

const writesNoElement = [
  // A value that the engine escapes, such as `{{ title|upper }}`.
  /^\{\{[~-]?\s*[\w.@/[\]]+\s*(?:\|(?!\s*(?:safe|raw|json_script)\b)[^|]*)*[~-]?\}\}$/,
  // A part of a condition, a loop, an island or a slot in Handlebars.
  /^\{\{~?\s*(?:[#^/]\s*)?(?:if|unless|each|with|else|island|slot)\b/,
  // The same in Django, Jinja and Twig, and tags that write only text.
  /^\{%[-~+]?\s*(?:if|elif|elseif|else|endif|for|empty|endfor|with|endwith|set|load|url|static|csrf_token)\b/,
];

/** Whether a construct may write elements, as an included template does. */
const mayWriteElement = (construct: string): boolean => !writesNoElement.some((pattern) => pattern.test(construct));
