import { z } from "zod";
import { textLine } from "../../text-schemas.ts";
import { fieldErrors } from "../../web/call.ts";
import { staffPeoplePath, staffPersonLinkPath, staffPersonPath, staffPersonRemovalPath } from "../paths.ts";
import { nothing, type StaffCall, seen } from "../staff-call.ts";
import { personForm } from "./person-form.ts";

const personBody = z.object({ email: textLine(300), role: textLine(64).default("") });
const changedPersonBody = z.object({ ...personForm.body, seen });
const linkBody = z.object({ resetSteps: z.literal(["", "1"]).default("") });

const needs = "people:write";

export const peopleCalls = {
  addPerson: {
    method: "POST",
    path: staffPeoplePath,
    summary: "Adds a member of the staff, who gets a link by email",
    guard: "csrf",
    body: personBody,
    answer: nothing,
    fieldErrors,
    codes: ["signed_out", "reauthenticate"],
    needs,
    money: true,
  },
  changePerson: {
    method: "POST",
    path: staffPersonPath(":id"),
    summary: "Changes the name of a member of the staff, and what they may do",
    guard: "csrf",
    body: changedPersonBody,
    answer: nothing,
    fieldErrors,
    codes: ["signed_out", "reauthenticate", "changed"],
    needs,
    money: true,
  },
  renewPersonLink: {
    method: "POST",
    path: staffPersonLinkPath(":id"),
    screen: staffPersonPath(":id"),
    summary: "Mails a member of the staff another link to set a password",
    guard: "csrf",
    body: linkBody,
    answer: nothing,
    codes: ["signed_out", "reauthenticate"],
    needs,
    money: true,
  },
  removePerson: {
    method: "POST",
    path: staffPersonRemovalPath(":id"),
    screen: staffPersonPath(":id"),
    summary: "Removes a member of the staff",
    guard: "csrf",
    answer: nothing,
    codes: ["signed_out", "reauthenticate"],
    needs,
    money: true,
  },
} as const satisfies Record<string, StaffCall>;
