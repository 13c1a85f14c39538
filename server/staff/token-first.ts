import type { Request, RequestHandler } from "express";
import { token } from "../web/token.ts";

const hasToken = (req: Request) => (req.get("x-csrftoken") ?? req.get("x-csrf-token")) !== undefined;

/**
 * Checks the anti-forgery token before files are read, if the token is in a header. The token of a
 * native form comes together with the files, so it is checked later. If nobody is signed in, no
 * token is valid, so the request is refused and no files are read.
 */
export const tokenFirst: RequestHandler = (req, res, next) => (hasToken(req) || !req.staff ? token(req, res, next) : next());
