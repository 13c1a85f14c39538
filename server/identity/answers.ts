import { z } from "zod";
import { data } from "../web/call.ts";

/** For `verify_token`, which exchanges it for a session. */
export const signedToken = z.strictObject({ token: z.string() });

export const nothing = data(z.strictObject({}));
