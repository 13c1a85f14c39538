import { z } from "zod";
import type { RefusalCode } from "../outcome.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The answer of a successful call. */
type CallAnswer = {
  status: number;
  type?: string;
  schema?: z.ZodType;
  /** headers for the caller, and their meaning */
  headers?: Readonly<Record<string, string>>;
};

/**
 * Codes that no call lists, since they follow from its guard, its body or any error. A call has
 * `fieldErrors` for fields that break a rule.
 */
type CommonCode = "csrf" | "forbidden" | "too_large" | "unsupported_type" | "wrong_method" | "server_error" | "invalid_fields";
/** The codes that a call may list. */
type OwnCode = Exclude<RefusalCode, CommonCode>;

/**
 * A call of the shop: method, path and answers. Routes, the permissions table and the API
 * description read it.
 */
export type Call = {
  method: Method;
  /** in Express' syntax: `:name` stands for one segment */
  path: string;
  /**
   * the path of the screen with the call's form, where `:checkoutId` is the id of this browser's
   * checkout; absent if the screen has the call's own path, or if the form is on every page
   */
  screen?: string;
  /** what the call does, in words */
  summary: string;
  /** `csrf`: a change needs the token; `origin`: a change must not come from another site */
  guard?: "csrf" | "origin";
  /**
   * whether pages of other origins may make the call. `guest`: pages of `EMBED_ORIGINS` may, as
   * guests. `public`: any page may, without cookies, since the answer is the same for everybody.
   */
  crossOrigin?: "guest" | "public";
  query?: z.ZodObject;
  /** the call's own headers, besides the token's */
  headers?: Readonly<Record<string, { schema: z.ZodType; means: string }>>;
  /** in JSON */
  body?: z.ZodType;
  /** the fields of a native form, if they differ from the body's */
  form?: z.ZodType;
  /** the field of a form that holds a file, and the media types that are taken */
  file?: { field: string; types: readonly string[] };
  answer: CallAnswer;
  /** the answer, with 200, to values that break a form's rule */
  fieldErrors?: z.ZodType;
  /** the call's own codes, besides those of every call of its kind (call-refusals.ts) */
  codes?: readonly OwnCode[];
  /** the `data` of a refusal */
  refusalData?: z.ZodType;
  /** the call's own answer to a failure, if it has no code and is not in the form of a refusal */
  failure?: { status: number; schema: z.ZodType };
};

type Unwrapped<Answer> = Answer extends { data: infer Value } ? Value : Answer;
type ContentOf<Schema> = Schema extends z.ZodType ? Unwrapped<z.output<Schema>> : never;
/** One of two types; the other type's fields may be read as undefined. */
type Either<One, Other> =
  | (One & { [Name in Exclude<keyof Other, keyof One>]?: never })
  | (Other & { [Name in Exclude<keyof One, keyof Other>]?: never });

/** The answer of an accepted call, as its caller reads it; field errors count as an answer. */
export type AnswerOf<Made extends { answer: { schema: z.ZodType }; fieldErrors?: z.ZodType }> = Made extends {
  fieldErrors: infer Broken;
}
  ? Either<ContentOf<Made["answer"]["schema"]>, ContentOf<Broken>>
  : ContentOf<Made["answer"]["schema"]>;

/** JSON at the top level, for calls whose answer the requirements define so. */
export const json = <Schema extends z.ZodType>(schema: Schema) => ({ status: 200, type: "application/json", schema });

/** JSON under `data`. */
export const data = <Schema extends z.ZodType>(schema: Schema) => json(z.strictObject({ data: schema }));

/** Plain text that is exactly one of `words`. */
export const text = (...words: readonly [string, ...string[]]) => ({
  status: 200,
  type: "text/plain",
  schema: z.enum(words),
});

/** A text or a part of a page whose words may change. */
export const content = (type: string) => ({ status: 200, type, schema: z.string() });

export const noContent = { status: 204 } as const;

/** An answer whose body nobody reads. */
export const redirect = (status: 301 | 302 | 303) => ({ status });

/** One field of a form that breaks a rule. */
export const fieldError = z
  .strictObject({ field: z.string(), code: z.string().optional(), message: z.string().min(1) })
  .meta({ id: "FieldError" });

export const brokenFields = z.array(fieldError).min(1);
/** The usual `{data: {errors}}`. */
export const fieldErrors = z.strictObject({ data: z.strictObject({ errors: brokenFields }) });
