import { z } from "zod";
import { data, fieldErrors } from "../web/call.ts";
import { categoryCalls } from "./calls/categories.ts";
import { changeCalls } from "./calls/changes.ts";
import { contentStaffCalls } from "./calls/content.ts";
import { customerStaffCalls } from "./calls/customers.ts";
import { emailCalls } from "./calls/emails.ts";
import { importCalls } from "./calls/imports.ts";
import { jobCalls } from "./calls/jobs.ts";
import { listCalls } from "./calls/lists.ts";
import { passkeyStaffCalls } from "./calls/passkeys.ts";
import { paymentCalls } from "./calls/payments.ts";
import { phoneOrderCalls } from "./calls/phone-orders.ts";
import { productCalls } from "./calls/products.ts";
import { reviewStaffCalls } from "./calls/reviews.ts";
import { ruleCalls } from "./calls/rules.ts";
import { nothing, type StaffCall } from "./calls/staff-call.ts";
import { stockCalls } from "./calls/stock.ts";
import { synonymCalls } from "./calls/synonyms.ts";
import { orderForms } from "./order-actions.ts";
import {
  type OrderAction,
  staffAuthenticatorCodePath,
  staffAuthenticatorPath,
  staffJoinPath,
  staffNewRolePath,
  staffOrderActionPath,
  staffOrderPath,
  staffPath,
  staffPeoplePath,
  staffPersonLinkPath,
  staffPersonPath,
  staffPersonRemovalPath,
  staffRecoveryCodesPath,
  staffRolePath,
  staffRoleRemovalPath,
  staffSecurityPath,
  staffSignInPath,
  staffSignOutPath,
} from "./paths.ts";
import { anyOrderChange } from "./rules/permissions.ts";
import { changedPersonBody, codeBody, joinBody, linkBody, personBody, roleBody, roleRemovalBody, signInBody } from "./schema.ts";

const people = "people:write";

const orderCall = <Action extends OrderAction>(action: Action, summary: string) =>
  ({
    method: "POST",
    path: staffOrderActionPath(":number", action),
    screen: staffOrderPath(":number"),
    summary,
    guard: "csrf",
    body: orderForms[action],
    answer: nothing,
  }) as const;

export const staffCalls = {
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
  addPerson: {
    method: "POST",
    path: staffPeoplePath,
    summary: "Adds a member of the staff, who gets a link by email",
    guard: "csrf",
    body: personBody,
    answer: nothing,
    fieldErrors,
    codes: ["signed_out", "reauthenticate"],
    needs: people,
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
    needs: people,
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
    needs: people,
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
    needs: people,
    money: true,
  },
  createRole: {
    method: "POST",
    path: staffNewRolePath,
    summary: "Adds a role of what its people may do",
    guard: "csrf",
    body: roleBody,
    answer: nothing,
    fieldErrors,
    needs: people,
    codes: ["signed_out", "reauthenticate", "changed"],
    money: true,
  },
  saveRole: {
    method: "POST",
    path: staffRolePath(":id"),
    summary: "Changes what people with a role may do, at once",
    guard: "csrf",
    body: roleBody,
    answer: nothing,
    fieldErrors,
    needs: people,
    codes: ["signed_out", "reauthenticate", "changed"],
    money: true,
  },
  removeRole: {
    method: "POST",
    path: staffRoleRemovalPath(":id"),
    screen: staffRolePath(":id"),
    summary: "Removes a role that nobody has",
    guard: "csrf",
    body: roleRemovalBody,
    answer: nothing,
    needs: people,
    codes: ["signed_out", "reauthenticate", "changed"],
    money: true,
  },
  fulfilOrder: {
    ...orderCall("fulfilment", "Marks an order as shipped, or changes the tracking number of what has shipped"),
    needs: "orders:ship",
    codes: ["signed_out", "changed", "order_closed", "unpaid", "exceeds_order"],
  },
  cancelStaffOrder: {
    ...orderCall(
      "cancelation",
      "Cancels an order: all units go back into stock, and the hold on its card is released or its payment refunded",
    ),
    needs: "orders:refund",
    codes: ["signed_out", "reauthenticate", "unconfirmed", "changed", "order_closed"],
    money: true,
  },
  keepOrder: {
    ...orderCall("keeping", "Keeps an order whose shopper asks to cancel it, and tells them by email"),
    needs: ["orders:ship", "orders:refund"],
    codes: ["signed_out", "changed", "order_closed"],
  },
  refundOrder: {
    ...orderCall("refund", "Refunds an order in whole or in part"),
    needs: "orders:refund",
    codes: ["signed_out", "reauthenticate", "unconfirmed", "changed", "unpaid", "exceeds_order", "failed"],
    money: true,
  },
  settleRefund: {
    ...orderCall("settlement", "Records that a refund which the bank refused was paid by other means than the card"),
    fieldErrors,
    needs: "orders:refund",
    codes: ["signed_out", "reauthenticate", "unconfirmed", "changed", "order_closed", "outcome_unknown", "failed"],
    money: true,
  },
  // A call that refunds needs orders:refund too.
  editOrder: {
    ...orderCall(
      "edit",
      "Takes units of a line out of an order that has not shipped; one that was charged takes orders:refund too",
    ),
    needs: "orders:edit",
    codes: ["signed_out", "reauthenticate", "unconfirmed", "changed", "order_closed", "exceeds_order", "failed"],
    money: true,
  },
  noteOrder: {
    ...orderCall("note", "Adds a note to an order, for the staff or to the shopper, who gets it by email"),
    fieldErrors,
    needs: anyOrderChange,
    codes: ["signed_out", "order_closed", "limit_reached"],
  },
  // A call that refunds needs orders:refund too.
  returnOrder: {
    ...orderCall(
      "return",
      "Announces units that come back, takes them in, or answers a request for a return; what refunds them takes orders:refund too",
    ),
    needs: "orders:returns",
    codes: ["signed_out", "reauthenticate", "unconfirmed", "changed", "order_closed", "exceeds_order", "failed"],
    money: true,
  },
  resendOrderEmail: {
    ...orderCall("email", "Sends an email about an order again, to the order’s address of now"),
    needs: anyOrderChange,
    codes: ["signed_out", "changed", "order_closed", "too_many_tries"],
  },
  ...categoryCalls,
  ...synonymCalls,
  ...changeCalls,
  ...contentStaffCalls,
  ...customerStaffCalls,
  ...emailCalls,
  ...reviewStaffCalls,
  ...importCalls,
  ...jobCalls,
  ...listCalls,
  ...passkeyStaffCalls,
  ...paymentCalls,
  ...phoneOrderCalls,
  ...productCalls,
  ...ruleCalls,
  ...stockCalls,
} as const satisfies Record<string, StaffCall>;
