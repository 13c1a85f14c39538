import express, { type RequestHandler } from "express";
import { nativeForms, requireKnownType } from "../web/body.ts";
import { readStaff, type StaffParts } from "./sign-in/require-staff.ts";

const limit = "1mb";

/**
 * Handlers before a call with a larger form than usual. The call is registered before the parsers
 * for usual forms.
 */
export const largeForms = (parts: StaffParts): readonly RequestHandler[] => [
  readStaff(parts),
  requireKnownType,
  express.json({ limit }),
  express.urlencoded({ limit, extended: false, parameterLimit: 6000 }),
  nativeForms,
];
