import { z } from "zod";

/** What a popup tells the page that opened it: where to go. */
export const schema = z.object({ popup: z.string(), path: z.string() });

export type SocialReportProps = z.infer<typeof schema>;
