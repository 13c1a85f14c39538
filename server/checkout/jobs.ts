import type { JobWorker } from "../jobs/queue.ts";
import type { Shop } from "../shop.ts";
import { mailPhoneOrderLink } from "./phone-order-link.ts";

/** The job's `subject` is the text from which its link is derived. */
export const checkoutJobs = (shop: Shop): Record<string, JobWorker> => ({
  "phone-order-mail": (payload, { subject }) => mailPhoneOrderLink(shop, payload, subject),
});
