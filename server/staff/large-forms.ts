import express, { type RequestHandler } from "express";
import { nativeForms, requireKnownType } from "../web/body.ts";
import { readStaff, type StaffParts } from "./sign-in/require-staff.ts";

const limit = "1mb";

/**
 * Handlers in front of a call whose form is larger than the shop's others: it is registered before
 * their parsers.
 */
export const largeForms = (parts: StaffParts): readonly RequestHandler[] => [
  readStaff(parts),
  requireKnownType,
  express.json({ limit }),
  express.urlencoded({ limit, extended: false, parameterLimit: 6000 }),
  nativeForms,
];
