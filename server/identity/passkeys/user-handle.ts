import { createHash } from "node:crypto";
import type { Subject } from "../../customers/security-events.ts";

/** What an authenticator stores of whose passkey it is: nothing that tells a person. */
export const userHandleOf = ({ kind, id }: Subject): Buffer => createHash("sha256").update(`passkey:${kind}:${id}`).digest();
