import type { Request, RequestHandler } from "express";
import { token } from "../web/token.ts";

const hasToken = (req: Request) => (req.get("x-csrftoken") ?? req.get("x-csrf-token")) !== undefined;

/**
 * Checks a token in the header before files are read; a form's own token comes with the files.
 * Somebody who is not signed in has no valid token, and none of their files are read.
 */
export const tokenFirst: RequestHandler = (req, res, next) => (hasToken(req) || !req.staff ? token(req, res, next) : next());
