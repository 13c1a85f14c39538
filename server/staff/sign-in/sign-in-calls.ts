import { z } from "zod";
import { text, textLine } from "../../text-schemas.ts";
import { data, fieldErrors } from "../../web/call.ts";
import {
  staffAuthenticatorCodePath,
  staffAuthenticatorPath,
  staffJoinPath,
  staffPath,
  staffRecoveryCodesPath,
  staffSecurityPath,
  staffSignInPath,
  staffSignOutPath,
} from "../paths.ts";
import { nothing, type StaffCall } from "../staff-call.ts";

const signInBody = z.object({
  email: textLine(300),
  password: text(500),
  code: textLine(100).default(""),
  next: text(1000).optional(),
});

const joinBody = z.object({ token: text(100), name: textLine(200), password: text(500) });
const codeBody = z.object({ code: textLine(100).default("") });

export const signInStaffCalls = {
  signInStaff: {
    method: "POST",
    path: staffSignInPath,
    summary: "Signs a member of the staff in",
    guard: "csrf",
    body: signInBody,
    answer: nothing,
    fieldErrors,
    codes: ["wrong_credentials", "too_many_tries"],
  },
  signOutStaff: {
    method: "POST",
    path: staffSignOutPath,
    screen: staffPath,
    summary: "Signs a member of the staff out",
    guard: "csrf",
    answer: nothing,
  },
  joinStaff: {
    method: "POST",
    path: staffJoinPath,
    summary: "Sets the password of who was added to the staff, by the link that they got",
    guard: "csrf",
    body: joinBody,
    answer: nothing,
    fieldErrors,
    codes: ["link_expired"],
  },
  beginStaffAuthenticator: {
    method: "POST",
    path: staffAuthenticatorPath,
    summary: "Begins to set up an authenticator app for a member of the staff",
    guard: "csrf",
    answer: nothing,
    codes: ["signed_out", "reauthenticate", "limit_reached"],
  },
  confirmStaffAuthenticator: {
    method: "POST",
    path: staffAuthenticatorCodePath,
    screen: staffAuthenticatorPath,
    summary: "Turns the app on by its first code; the answer has the recovery codes",
    guard: "csrf",
    body: codeBody,
    answer: data(z.strictObject({ codes: z.array(z.string()) })),
    fieldErrors,
    codes: ["signed_out", "reauthenticate"],
  },
  renewStaffCodes: {
    method: "POST",
    path: staffRecoveryCodesPath,
    screen: staffSecurityPath,
    summary: "Makes new recovery codes in place of the earlier ones",
    guard: "csrf",
    answer: data(z.strictObject({ codes: z.array(z.string()) })),
    codes: ["signed_out", "reauthenticate", "not_found"],
  },
} as const satisfies Record<string, StaffCall>;
