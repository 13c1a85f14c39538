import type { Request, Response } from "express";
import type { Refusal } from "../../outcome.ts";
import { nextPath } from "../../web/next-path.ts";
import { csrfToken } from "../../web/token.ts";
import type { IdentityPageInput } from "../pages.ts";

/**
 * The input of an identity page; sets the form token's cookie. `next` is undefined unless it is a
 * path of this shop.
 */
export const identityPageInput = (req: Request, res: Response, refusal?: Refusal): IdentityPageInput => ({
  token: csrfToken(req, res),
  next: nextPath(refusal ? req.typed.next : req.query.next),
  refusal,
  typed: req.typed,
});

/** A mailed link's token, from the address or a form. */
export const linkOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
