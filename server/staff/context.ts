import type { Request, Response } from "express";
import { formToken } from "../web/token.ts";
import type { StaffContext } from "./frame.ts";
import { staffOf } from "./sign-in/require-staff.ts";

/** The input of each page for a signed-in person. */
export const staffContext = (req: Request, res: Response): StaffContext => ({
  staff: staffOf(req),
  token: formToken(req, res),
  setsUp: req.lacksSecondStep === true,
  undone: req.query.undone === "1",
  isAnswer: req.method === "POST",
});
