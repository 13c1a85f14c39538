import { z } from "zod";
import { type RetentionPeriods, retention } from "../retention.ts";
import type { Values } from "./values.ts";

const day = 24 * 3_600_000;

/**
 * A whole number of days between two bounds: fewer days would delete needed data, and more days
 * could not be justified.
 */
const days = (least: number, most: number) => {
  const text = `must be a whole number of days from ${least} to ${most}`;
  return z.coerce.number(text).int(text).min(least, text).max(most, text);
};

export const retentionVariables = {
  KEEP_UNPAID_CHECKOUTS_DAYS: days(1, 365).default(retention.abandonedCheckout / day),
  KEEP_DECLINED_PAYMENTS_DAYS: days(1, 365).default(retention.declinedPayment / day),
  // The takeover of an account is often noticed late, so the least period is 30 days. The longest
  // period is 3650 days, the longest retention that laws require.
  KEEP_SECURITY_DETAILS_DAYS: days(30, 3650).default(retention.securityEventDetail / day),
  // The owner must be able to see which emails were given up.
  KEEP_FAILED_EMAILS_DAYS: days(7, 365).default(retention.failedJob / day),
  KEEP_EMAIL_FILES_DAYS: days(1, 365).default(retention.outboxEmail / day),
  // Returns and disputed charges may come up to half a year later.
  ANONYMIZE_ORDERS_AFTER_DAYS: days(180, 36_500).optional(),
};

export type RetentionConfig = {
  /** the period for which each kind of personal data is kept, in ms */
  retention: RetentionPeriods;
};

export const retentionOf = (values: Values<typeof retentionVariables>): RetentionConfig => ({
  retention: {
    ...retention,
    abandonedCheckout: values.KEEP_UNPAID_CHECKOUTS_DAYS * day,
    declinedPayment: values.KEEP_DECLINED_PAYMENTS_DAYS * day,
    securityEventDetail: values.KEEP_SECURITY_DETAILS_DAYS * day,
    failedJob: values.KEEP_FAILED_EMAILS_DAYS * day,
    outboxEmail: values.KEEP_EMAIL_FILES_DAYS * day,
    finishedOrder:
      values.ANONYMIZE_ORDERS_AFTER_DAYS === undefined ? retention.finishedOrder : values.ANONYMIZE_ORDERS_AFTER_DAYS * day,
  },
});
