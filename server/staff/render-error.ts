import type { Request, Response } from "express";
import type { Shop } from "../shop.ts";
import type { ErrorResponse } from "../web/errors.ts";
import { staffContext } from "./context.ts";
import { refusedStaffView, staffErrorPage } from "./error-page.ts";

/** The error page for a signed-in member of the staff; undefined for everybody else. */
export const renderStaffError =
  ({ render }: Pick<Shop, "render">) =>
  (req: Request, res: Response, response: ErrorResponse): string | undefined =>
    req.staff && render(refusedStaffView, staffErrorPage(staffContext(req, res), response));
