import type { Request, Response } from "express";

const year = 365 * 24 * 3600 * 1000;

/**
 * Sets this browser's shipping state, by its code; islands read it on pages that are the same for
 * everybody (decisions §4).
 */
export const setShipToCookie = (req: Request, res: Response, area: string): void =>
  void res.cookie("shipTo", area, {
    path: "/",
    sameSite: "lax",
    maxAge: year,
    secure: req.app.get("secure cookies") === true,
  });
