import type { Request, Response } from "express";
import { formToken } from "./token.ts";

/** A form that sends once more what was typed, with a token that counts. */
export type Resend = { action: string; token: string; fields: readonly ResentField[] };
export type ResentField = { name: string; value: string };

/** What a form had, for a page that sends it once more. */
export const resentFields = ({ typed }: Request): ResentField[] =>
  Object.entries(typed ?? {}).flatMap(([name, value]) =>
    name === "_csrf" || name.startsWith("proof_") ? [] : valuesOf(value).map((text) => ({ name, value: text })),
  );

/** A repeated field of a form is a list. */
const valuesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === "string");

/** Never written into a page. */
const isSecret = (name: string): boolean => /password|^card|^expiration|^security/i.test(name);

/** For a form whose token was stale; undefined where it had a secret or a file, which is entered again. */
export function resendOf(req: Request, res: Response): Resend | undefined {
  const fields = resentFields(req);
  if (!req.staleToken || !req.is("application/x-www-form-urlencoded")) return undefined;
  if (fields.some(({ name }) => isSecret(name))) return undefined;
  return { action: req.originalUrl, token: formToken(req, res), fields };
}
