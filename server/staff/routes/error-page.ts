import type { Request, Response } from "express";
import type { Shop } from "../../shop.ts";
import type { ErrorResponse } from "../../web/errors.ts";
import { refusedStaffView, staffErrorPage } from "../pages/refused.ts";
import { deskOf } from "./desk.ts";

/** The error page for a signed-in member of the staff; undefined for everybody else. */
export const drawStaffError =
  ({ render }: Pick<Shop, "render">) =>
  (req: Request, res: Response, response: ErrorResponse): string | undefined =>
    req.staff && render(refusedStaffView, staffErrorPage(deskOf(req, res), response));
