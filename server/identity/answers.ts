import { z } from "zod";
import { data } from "../web/call.ts";

/** A token that `verify_token` exchanges for a session. */
export const signedToken = z.strictObject({ token: z.string() });

export const nothing = data(z.strictObject({}));
