import { contentStaffCalls } from "./content/content-calls.ts";
import { emailCalls } from "./content/email-calls.ts";
import { reviewStaffCalls } from "./content/review-calls.ts";
import { listCalls } from "./lists/calls.ts";
import { orderCalls } from "./orders/order-calls.ts";
import { orderChangeCalls } from "./orders/order-change-calls.ts";
import { paymentCalls } from "./orders/payment-calls.ts";
import { phoneOrderCalls } from "./orders/phone-order-calls.ts";
import { supplementCalls } from "./orders/supplement-calls.ts";
import { trackingCalls } from "./orders/tracking-calls.ts";
import { customerStaffCalls } from "./people/customer-calls.ts";
import { peopleCalls } from "./people/people-calls.ts";
import { roleCalls } from "./people/role-calls.ts";
import { categoryCalls } from "./products/category-calls.ts";
import { collectionCalls } from "./products/collection-calls.ts";
import { importCalls } from "./products/import-calls.ts";
import { paperCalls } from "./products/paper-calls.ts";
import { productCalls } from "./products/product-calls.ts";
import { stockCalls } from "./products/stock-calls.ts";
import { synonymCalls } from "./products/synonym-calls.ts";
import { changeCalls } from "./records/change-calls.ts";
import { jobCalls } from "./reports/job-calls.ts";
import { ruleCalls } from "./selling/rule-calls.ts";
import { passkeyStaffCalls } from "./sign-in/passkey-calls.ts";
import { signInStaffCalls } from "./sign-in/sign-in-calls.ts";
import type { StaffCall } from "./staff-call.ts";

export const staffCalls = {
  ...signInStaffCalls,
  ...peopleCalls,
  ...roleCalls,
  ...orderCalls,
  ...orderChangeCalls,
  ...categoryCalls,
  ...collectionCalls,
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
  ...supplementCalls,
  ...productCalls,
  ...paperCalls,
  ...ruleCalls,
  ...stockCalls,
  ...trackingCalls,
} as const satisfies Record<string, StaffCall>;
