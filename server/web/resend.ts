import type { Request, Response } from "express";
import { formToken } from "./token.ts";

/** A form that sends the typed values once more, with a valid token. */
export type Resend = { action: string; token: string; fields: readonly ResentField[] };
export type ResentField = { name: string; value: string };

/** A form's fields, for a page that sends them once more. */
export const resentFields = ({ typed }: Request): ResentField[] =>
  Object.entries(typed ?? {}).flatMap(([name, value]) =>
    name === "_csrf" || name.startsWith("proof_") ? [] : valuesOf(value).map((text) => ({ name, value: text })),
  );

/** The values of a field: a repeated field is a list. */
const valuesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === "string");

/** Secret fields are never written into a page. */
const isSecret = (name: string): boolean => /password|^card|^expiration|^security/i.test(name);

/**
 * The form to send again, if its token was stale; undefined if it contained a secret or a file,
 * which has to be entered again.
 */
export function resendOf(req: Request, res: Response): Resend | undefined {
  const fields = resentFields(req);
  if (!req.staleToken || !req.is("application/x-www-form-urlencoded")) return undefined;
  if (fields.some(({ name }) => isSecret(name))) return undefined;
  return { action: req.originalUrl, token: formToken(req, res), fields };
}
