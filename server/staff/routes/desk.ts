import type { Request, Response } from "express";
import { formToken } from "../../web/token.ts";
import type { DeskInput } from "../pages/desk.ts";
import { staffOf } from "../require-staff.ts";

/** The input of each page for a signed-in person. */
export const deskOf = (req: Request, res: Response): DeskInput => ({
  staff: staffOf(req),
  token: formToken(req, res),
  setsUp: req.lacksSecondStep === true,
  undone: req.query.undone === "1",
  isAnswer: req.method === "POST",
});
