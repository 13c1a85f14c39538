import type { Placeholder } from "../jobs/rules/email-template.ts";

/** Placeholders that several emails about an order share. */
export const order = { about: "The order’s number", sample: "1001" } satisfies Placeholder;
export const button = "See your order";

/** Placeholder that several emails to the owner share. */
export const request = {
  about: "The request’s ID, for the log",
  sample: "0123456789abcdef",
  isOptional: true,
} satisfies Placeholder;
export const inLog = "Request {request} in the log";
