import type { Request, Response } from "express";
import { setReadableCookie } from "./cookies.ts";

const year = 365 * 24 * 3600 * 1000;

/**
 * Sets this browser's shipping state, by its code; islands read it on pages that are the same for
 * everybody.
 */
export const setShipToCookie = (req: Request, res: Response, area: string): void =>
  setReadableCookie(req, res, "shipTo", area, { maxAge: year });
