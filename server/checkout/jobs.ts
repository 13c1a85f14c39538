import type { JobWorker } from "../jobs/queue.ts";
import type { Shop } from "../shop.ts";
import { mailPhoneOrderLink } from "./phone-order-link.ts";

/** `subject` of the job is what its link is derived from. */
export const checkoutJobs = (shop: Shop): Record<string, JobWorker> => ({
  "phone-order-mail": (payload, { subject }) => mailPhoneOrderLink(shop, payload, subject),
});
