import { z } from "zod";
import { type Outcome, refuse } from "../../outcome.ts";
import type { Classify } from "../rules/format.ts";
import { mappingFault } from "../rules/mapping/faults.ts";
import { classifierFor } from "../rules/mapping/sorting.ts";
import { truncated } from "../rules/truncated.ts";
import { readTextFile } from "./text-file.ts";

const word = z
  .string()
  .trim()
  .min(1, "it is empty")
  .max(255, "it is longer than 255 letters")
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, "it contains control characters");
const meanings = z.record(word, word);

const attribute = z.strictObject({
  slug: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, "it can have up to 64 of a to z, 0 to 9, and -")
    .optional(),
  name: word,
  types: meanings.optional(),
  tags: meanings.optional(),
  tagPrefix: word.optional(),
  options: z.array(word).optional(),
  columns: z.array(word).optional(),
});

const mappingShape = z.strictObject({
  categories: z.strictObject({ types: meanings.optional(), tags: meanings.optional() }).optional(),
  attributes: z.array(attribute).max(100, "there are more than 100").optional(),
});

/** Reads an owner's mapping file. Refuses a mistake with its path in the file. */
export async function readMapping(
  path: string,
  categories: ReadonlyMap<string, string>,
  fallback?: string,
): Promise<Outcome<Classify>> {
  const text = await readTextFile(path);
  return text.ok ? parseMapping(text.value, path, categories, fallback) : text;
}

/** Parses the text of a mapping file; `name` is the owner's name for it. */
export function parseMapping(
  text: string,
  name: string,
  categories: ReadonlyMap<string, string>,
  fallback?: string,
): Outcome<Classify> {
  const parsed = parseJson(text);
  if (!parsed.ok) return refuse("invalid", `${name} is not JSON: ${parsed.error}`);
  const mapping = mappingShape.safeParse(parsed.value);
  if (!mapping.success) return refuse("invalid", `${name}: ${mistakeOf(mapping.error)}`);
  const fault = mappingFault(mapping.data, categories);
  return fault === undefined
    ? { ok: true, value: classifierFor(mapping.data, categories, fallback) }
    : refuse("invalid", `${name}: ${fault}`);
}

function parseJson(text: string): Outcome<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return refuse("invalid", error.message);
    throw error;
  }
}

const kinds: Partial<Record<string, string>> = {
  object: "an object in { }",
  record: "an object in { }",
  array: "a list in [ ]",
  string: "text in quotation marks",
};

/** The first mistake, in the owner's words, with its path before it. */
function mistakeOf({ issues }: z.ZodError): string {
  const [issue] = issues;
  if (!issue) return "";
  const path = issue.path.map((part) => (typeof part === "number" ? `[${part}]` : `.${truncated(String(part))}`)).join("");
  const place = path === "" ? "" : `${path.replace(/^\./, "")}: `;
  if (issue.code === "unrecognized_keys") return `${place}unknown name “${truncated(issue.keys.join(", "))}”`;
  if (issue.code === "invalid_type") return `${place}it must be ${kinds[issue.expected] ?? issue.expected}`;
  return place + (issue.code === "invalid_key" ? (issue.issues[0]?.message ?? issue.message) : issue.message);
}
