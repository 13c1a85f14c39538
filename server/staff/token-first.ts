import type { Request, RequestHandler } from "express";
import { token } from "../web/token.ts";

const hasToken = (req: Request) => (req.get("x-csrftoken") ?? req.get("x-csrf-token")) !== undefined;

/**
 * Checks a token in the header before files are read; a native form sends its token together with
 * the files. Without a sign-in no token is valid, and no files are read.
 */
export const tokenFirst: RequestHandler = (req, res, next) => (hasToken(req) || !req.staff ? token(req, res, next) : next());
