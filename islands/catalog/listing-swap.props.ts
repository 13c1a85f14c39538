import { z } from "zod";

/** Stands beside a listing, whose links and forms it improves; it has no content and no props. */
export const schema = z.object({});
