import type { Request, Response } from "express";
import { formToken } from "../web/token.ts";
import type { StaffContext } from "./frame.ts";
import { staffOf } from "./sign-in/require-staff.ts";

/** The values that every page for a signed-in person needs. */
export const staffContext = (req: Request, res: Response): StaffContext => ({
  staff: staffOf(req),
  token: formToken(req, res),
  setsUp: req.lacksSecondStep === true,
  undone: req.query.undone === "1",
  isAnswer: req.method === "POST",
});
