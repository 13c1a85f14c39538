import { z } from "zod";

/** A popup's report to the page that opened it: where to navigate. */
export const schema = z.object({ popup: z.string(), path: z.string() });

export type SocialReportProps = z.infer<typeof schema>;
