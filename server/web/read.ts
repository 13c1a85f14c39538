import type { Request } from "express";
import type { z } from "zod";
import { type Outcome, refuse } from "../outcome.ts";
import { isNative } from "./respond.ts";

function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): Outcome<z.output<Schema>> {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return { ok: true, value: parsed.data };
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".");
  return refuse("invalid", place ? `${place}: ${issue?.message}` : (issue?.message ?? "this request could not be read"));
}

/**
 * Parses a request's body by its schema; a refusal names the field. A stale token is refused first.
 */
export const read = <Schema extends z.ZodType>(schema: Schema, req: Request): Outcome<z.output<Schema>> =>
  req.staleToken ?? parse(schema, req.body);

type Bodies = { body: z.ZodType; form?: z.ZodType };
type BodyOf<Call extends Bodies> =
  | z.output<Call["body"]>
  | (Call extends { form: infer Form extends z.ZodType } ? z.output<Form> : never);

/** Parses the body of a call: JSON, or the fields of a native form. */
export const readBody = <Call extends Bodies>(call: Call, req: Request): Outcome<BodyOf<Call>> =>
  read(isNative(req) && call.form ? call.form : call.body, req) as Outcome<BodyOf<Call>>;

/** The same for the query string. */
export const readQuery = <Schema extends z.ZodType>(schema: Schema, req: Request): Outcome<z.output<Schema>> =>
  parse(schema, req.query);
