import { eventSentence } from "../../customers/rules/security-events.ts";
import type { SecurityEventRow } from "../../customers/security-events.ts";
import type { Dates } from "../../dates.ts";
import { qrPath } from "../../identity/factors/qr.ts";
import type { CreationOptions } from "../../identity/passkeys/schema.ts";
import type { Refusal } from "../../outcome.ts";
import { view } from "../../web/view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";

type SecurityInput = {
  hasApp: boolean;
  passkeys: readonly { id: string; name: string; createdAt: number; usedAt: number | null }[];
  notice: string | undefined;
  codesLeft: number;
  required: boolean;
  events: readonly SecurityEventRow[];
  refusal?: Refusal | undefined;
};

/** The ways in which a member of the staff signs in, and their events. */
export const securityPage = (context: StaffContext, dates: Dates, { events, refusal, passkeys, ...shown }: SecurityInput) => ({
  ...staffFrame(context, "Your sign-in", undefined),
  token: context.token,
  ...shown,
  formError: refusal?.error,
  passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
    id,
    name,
    added: dates.day(createdAt),
    used: usedAt === null ? undefined : dates.day(usedAt),
  })),
  events: events.map(({ at, kind, detail, agent, network }) => ({
    at: dates.moment(at),
    what: eventSentence({ kind, detail }),
    where: [agent, network].filter(Boolean).join(", "),
  })),
});

/** The secret as a picture and as text, in groups of four for typing. */
export const staffAuthenticatorPage = (
  context: StaffContext,
  { secret, address }: { secret: string; address: string },
  refusal: Refusal | undefined,
) => ({
  ...staffFrame(context, "Set up an authenticator app", undefined),
  token: context.token,
  qr: qrPath(address),
  secret: (secret.match(/.{1,4}/g) ?? []).join(" "),
  address,
  errors: refusal?.errors ?? [],
  error: refusal?.errors?.find(({ field }) => field === "code")?.message,
});

/** Asks for the name of a new passkey, and makes the device create the passkey; needs scripts. */
export const newPasskeyPage = (context: StaffContext, options: CreationOptions) => ({
  ...staffFrame(context, "Add a passkey", undefined),
  token: context.token,
  name: {
    name: "name",
    label: "Name of the new passkey",
    hint: "To tell it from others, such as the device that it is on",
    value: "",
    autocomplete: "off",
    maxlength: "60",
  },
  passkey: { options: JSON.stringify(options) },
});

/** The page of new recovery codes, with a file to download. */
export const staffCodesPage = (context: StaffContext, codes: readonly string[]) => ({
  ...staffFrame(context, "Recovery codes", undefined),
  codes,
  file: `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\n")}\n`)}`,
});

type SecurityPage = ReturnType<typeof securityPage>;
export const securityView = view<SecurityPage>("staff/security");
type StaffAuthenticatorPage = ReturnType<typeof staffAuthenticatorPage>;
export const staffAuthenticatorView = view<StaffAuthenticatorPage>("staff/authenticator");
type NewPasskeyPage = ReturnType<typeof newPasskeyPage>;
export const newPasskeyView = view<NewPasskeyPage>("staff/new-passkey");
type StaffCodesPage = ReturnType<typeof staffCodesPage>;
export const staffCodesView = view<StaffCodesPage>("staff/recovery-codes");
