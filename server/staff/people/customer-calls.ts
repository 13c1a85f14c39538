import { z } from "zod";
import { textLines } from "../../text-schemas.ts";
import { data, fieldErrors } from "../../web/call.ts";
import {
  staffCustomerErasurePath,
  staffCustomerExportPath,
  staffCustomerNoteRemovalPath,
  staffCustomerNotesPath,
  staffCustomerPath,
  staffCustomerSignOutPath,
  staffCustomerTagRemovalPath,
  staffCustomerTagsPath,
} from "../paths.ts";
import { nothing, type StaffCall } from "../staff-call.ts";

const customers = { method: "POST", guard: "csrf", answer: nothing, needs: "customers:write" } as const;

const note = textLines(20_000);

export const customerStaffCalls = {
  signOutStaffCustomer: {
    ...customers,
    path: staffCustomerSignOutPath(":key"),
    screen: staffCustomerPath(":key"),
    summary: "Signs a customer out of all browsers",
    codes: ["signed_out", "reauthenticate"],
    money: true,
  },
  exportStaffCustomer: {
    ...customers,
    path: staffCustomerExportPath(":key"),
    screen: staffCustomerPath(":key"),
    summary: "Gives all that is stored of a customer as a file",
    answer: data(z.looseObject({ exportedAt: z.string() })),
    codes: ["signed_out", "reauthenticate"],
    money: true,
  },
  eraseStaffCustomer: {
    ...customers,
    path: staffCustomerErasurePath(":key"),
    screen: staffCustomerPath(":key"),
    summary: "Erases a customer but for what the books must keep",
    body: z.object({ email: z.string().max(300) }),
    codes: ["signed_out", "reauthenticate", "unconfirmed", "failed"],
    money: true,
  },
  addCustomerTag: {
    ...customers,
    path: staffCustomerTagsPath(":key"),
    screen: staffCustomerPath(":key"),
    summary: "Adds a tag to a customer",
    body: z.object({ tag: z.string().max(300) }),
    fieldErrors,
    codes: ["signed_out"],
  },
  removeCustomerTag: {
    ...customers,
    path: staffCustomerTagRemovalPath(":key"),
    screen: staffCustomerPath(":key"),
    summary: "Removes a tag of a customer",
    body: z.object({ tag: z.string().max(300) }),
    fieldErrors,
    codes: ["signed_out"],
  },
  addCustomerNote: {
    ...customers,
    path: staffCustomerNotesPath(":key"),
    screen: staffCustomerPath(":key"),
    summary: "Adds a note about a customer",
    body: z.object({ note }),
    fieldErrors,
    codes: ["signed_out", "limit_reached"],
  },
  removeCustomerNote: {
    ...customers,
    path: staffCustomerNoteRemovalPath(":key"),
    screen: staffCustomerPath(":key"),
    summary: "Removes a note about a customer",
    body: z.object({ id: z.string().min(1).max(64) }),
    codes: ["signed_out"],
  },
} as const satisfies Record<string, StaffCall>;
