import { createHash } from "node:crypto";
import type { Subject } from "../../customers/security-events.ts";

/** The value that an authenticator stores for a passkey's holder: it identifies no person. */
export const userHandleOf = ({ kind, id }: Subject): Buffer => createHash("sha256").update(`passkey:${kind}:${id}`).digest();
