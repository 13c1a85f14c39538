import { z } from "zod";

/** Is beside a listing and improves its links and forms; it has no content and no props. */
export const schema = z.object({});
