import type { Request, RequestHandler } from "express";
import { token } from "../../web/token.ts";

const hasToken = (req: Request) => (req.get("x-csrftoken") ?? req.get("x-csrf-token")) !== undefined;

/**
 * A token in the header is checked before files are read; a form's own comes with them. Who is not
 * signed in has none that counts, and no file of theirs is read.
 */
export const tokenFirst: RequestHandler = (req, res, next) => (hasToken(req) || !req.staff ? token(req, res, next) : next());
