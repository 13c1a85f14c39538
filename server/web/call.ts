import { z } from "zod";
import type { RefusalCode } from "../outcome.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** An answer of a call that did what it is for. */
type CallAnswer = {
  status: number;
  type?: string;
  schema?: z.ZodType;
  /** those that its caller reads, and what they mean */
  headers?: Readonly<Record<string, string>>;
};

/**
 * The codes that no call lists: its guard, its body or any error brings them. Fields that break a
 * rule are `fieldErrors`.
 */
type CommonCode = "csrf" | "forbidden" | "too_large" | "unsupported_type" | "server_error" | "invalid_fields";
/** The codes that a call may list. */
type OwnCode = Exclude<RefusalCode, CommonCode>;

/**
 * A call of the shop: how it is made and what it answers. Routes, the permissions table and the API
 * description read it.
 */
export type Call = {
  method: Method;
  /** as Express takes it: `:name` stands for one segment */
  path: string;
  /** what it does, for people */
  does: string;
  /** a change wants a token, or only that no other site sends it */
  guard?: "token" | "origin";
  query?: z.ZodObject;
  /** those of its own, beside the token's */
  headers?: Readonly<Record<string, { schema: z.ZodType; means: string }>>;
  /** in JSON */
  body?: z.ZodType;
  /** a native form, where its fields are not those of the body */
  form?: z.ZodType;
  /** the field of a form that holds a file, and the media types that are taken */
  file?: { field: string; types: readonly string[] };
  answer: CallAnswer;
  /** what values that break a form's rule are answered with, and 200 (decisions §3) */
  fieldErrors?: z.ZodType;
  /** why it may refuse, beside what every call of its kind may answer (call-refusals.ts) */
  codes?: readonly OwnCode[];
  /** what a refusal may bring along under `data` */
  refusalData?: z.ZodType;
  /** a refusal that has another shape, and no code */
  refusal?: { status: number; schema: z.ZodType };
};

/** JSON as it stands, for the calls whose answer the specification puts at the top level. */
export const json = <Schema extends z.ZodType>(schema: Schema) => ({ status: 200, type: "application/json", schema });

/** JSON under `data`. */
export const data = <Schema extends z.ZodType>(schema: Schema) => json(z.strictObject({ data: schema }));

/** Plain text that is exactly one of `words`. */
export const text = (...words: readonly [string, ...string[]]) => ({
  status: 200,
  type: "text/plain",
  schema: z.enum(words),
});

/** A text or a part of a page whose words are nobody's contract. */
export const content = (type: string) => ({ status: 200, type, schema: z.string() });

export const noContent = { status: 204 } as const;

/** An answer without a body that anybody reads. */
export const redirect = (status: 301 | 302 | 303) => ({ status });

/** One field of a form that breaks a rule. */
export const fieldError = z
  .strictObject({ field: z.string(), code: z.string().optional(), message: z.string().min(1) })
  .meta({ id: "FieldError" });

export const brokenFields = z.array(fieldError).min(1);
/** The usual `{data: {errors}}`. */
export const fieldErrors = z.strictObject({ data: z.strictObject({ errors: brokenFields }) });
