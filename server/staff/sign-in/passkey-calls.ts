import { z } from "zod";
import { creationOptions, requestOptions } from "../../identity/passkeys/schema.ts";
import { text, textLine } from "../../text-schemas.ts";
import { data } from "../../web/call.ts";
import {
  staffNewPasskeyPath,
  staffPasskeyChallengePath,
  staffPasskeyRemovalPath,
  staffPasskeySignInPath,
  staffPasskeysPath,
  staffSecurityPath,
  staffSignInPath,
} from "../paths.ts";
import { nothing, type StaffCall } from "../staff-call.ts";

const post = { method: "POST", guard: "csrf" } as const;
/** JSON of the credential (identity/passkeys/responses.ts). */
const credential = text(24_000);

/** Calls of the staff's passkeys; each person has their own. */
export const passkeyStaffCalls = {
  beginStaffPasskey: {
    ...post,
    path: staffNewPasskeyPath,
    screen: staffSecurityPath,
    summary: "Creates the challenge of a new passkey of a member of the staff",
    answer: data(creationOptions),
    codes: ["signed_out", "reauthenticate", "limit_reached"],
  },
  addStaffPasskey: {
    ...post,
    path: staffPasskeysPath,
    screen: staffSecurityPath,
    summary: "Adds a passkey of a member of the staff",
    body: z.object({ credential, name: textLine(60).default("") }),
    answer: nothing,
    codes: ["signed_out", "reauthenticate", "limit_reached", "failed"],
  },
  removeStaffPasskey: {
    ...post,
    path: staffPasskeyRemovalPath,
    screen: staffSecurityPath,
    summary: "Removes a passkey of a member of the staff",
    body: z.object({ id: textLine(1400) }),
    answer: nothing,
    codes: ["signed_out", "reauthenticate"],
  },
  beginStaffPasskeySignIn: {
    ...post,
    path: staffPasskeyChallengePath,
    screen: staffSignInPath,
    summary: "Creates a challenge for any passkey of the staff that the browser has",
    answer: data(requestOptions),
    codes: ["too_many_tries"],
  },
  signInStaffWithPasskey: {
    ...post,
    path: staffPasskeySignInPath,
    screen: staffSignInPath,
    summary: "Signs a member of the staff in by a passkey, which stands for both steps",
    body: z.object({ credential, next: text(1000).optional() }),
    answer: nothing,
    codes: ["sign_in_expired", "wrong_credentials"],
  },
} as const satisfies Record<string, StaffCall>;
