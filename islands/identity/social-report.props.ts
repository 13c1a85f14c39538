import { z } from "zod";

/** A popup's report to the page that opened it: the path to navigate to. */
export const schema = z.object({ popup: z.string(), path: z.string() });

export type SocialReportProps = z.infer<typeof schema>;
