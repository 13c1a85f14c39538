import type { Request } from "express";
import type { z } from "zod";
import { type Outcome, refuse } from "../outcome.ts";
import { isNative } from "./respond.ts";

const typeWords: Readonly<Record<string, string>> = {
  string: "must be text",
  number: "must be a number",
  int: "must be a whole number",
  boolean: "must be true or false",
  array: "must be a list",
};

const otherWords: Readonly<Record<string, string>> = {
  too_big: "is too long or too high",
  too_small: "is too short or too low",
  invalid_value: "isn’t one of the choices",
  unrecognized_keys: "has an unknown field",
};

/** The words for a value whose schema has none of its own; the parser's words are never used. */
const wordsOf: z.core.$ZodErrorMap = ({ code, input, ...issue }) => {
  if (input === undefined) return "is missing";
  if (code === "invalid_type") return typeWords[String(issue.expected)] ?? "has the wrong type";
  return otherWords[code ?? ""] ?? "isn’t valid";
};

/** Parses an input; a refusal names the field, unless the schema's words are a sentence. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): Outcome<z.output<Schema>> {
  const parsed = schema.safeParse(input ?? {}, { error: wordsOf });
  if (parsed.success) return { ok: true, value: parsed.data };
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".");
  const words = issue?.message ?? "isn’t valid";
  return refuse("invalid", words.endsWith(".") ? words : `${place ? `“${place}”` : "This request"} ${words}.`);
}

/**
 * Parses a request's body by its schema; a refusal names the field. A stale token is refused first.
 */
export const read = <Schema extends z.ZodType>(schema: Schema, req: Request): Outcome<z.output<Schema>> =>
  req.staleToken ?? parseInput(schema, req.body);

export type Bodies = { body: z.ZodType; form?: z.ZodType };
export type BodyOf<Call extends Bodies> =
  | z.output<Call["body"]>
  | (Call extends { form: infer Form extends z.ZodType } ? z.output<Form> : never);

/** Parses the body of a call: JSON, or the fields of a native form. */
export const readBody = <Call extends Bodies>(call: Call, req: Request): Outcome<BodyOf<Call>> =>
  read(isNative(req) && call.form ? call.form : call.body, req) as Outcome<BodyOf<Call>>;

/** Parses a request's query string by its schema; a refusal names the field. */
export const readQuery = <Schema extends z.ZodType>(schema: Schema, req: Request): Outcome<z.output<Schema>> =>
  parseInput(schema, req.query);
