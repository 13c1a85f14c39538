import { eventSentence } from "../../customers/rules/security-events.ts";
import type { SecurityEventRow } from "../../customers/security-events.ts";
import type { Dates } from "../../dates.ts";
import { qrPath } from "../../identity/factors/qr.ts";
import type { CreationOptions } from "../../identity/passkeys/schema.ts";
import type { Refusal } from "../../outcome.ts";
import { view } from "../../web/view.ts";
import { type DeskInput, deskFrame } from "./desk.ts";

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
export const securityPage = (desk: DeskInput, dates: Dates, { events, refusal, passkeys, ...shown }: SecurityInput) => ({
  ...deskFrame(desk, "Your sign-in", undefined),
  token: desk.token,
  ...shown,
  formError: refusal?.error,
  passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
    id,
    name,
    added: dates.day(createdAt),
    used: usedAt === null ? undefined : dates.day(usedAt),
  })),
  events: events.map(({ at, kind, detail, agent, network }) => ({
    at: dates.moment(at).text,
    what: eventSentence({ kind, detail }),
    where: [agent, network].filter(Boolean).join(", "),
  })),
});

/** The secret as a picture and as text, in groups of four for typing. */
export const staffAuthenticatorPage = (
  desk: DeskInput,
  { secret, address }: { secret: string; address: string },
  refusal: Refusal | undefined,
) => ({
  ...deskFrame(desk, "Set up an authenticator app", undefined),
  token: desk.token,
  qr: qrPath(address),
  secret: (secret.match(/.{1,4}/g) ?? []).join(" "),
  address,
  errors: refusal?.errors ?? [],
  error: refusal?.errors?.find(({ field }) => field === "code")?.message,
});

/** Asks for a new passkey's name, and makes the device create it: only with scripts. */
export const newPasskeyPage = (desk: DeskInput, options: CreationOptions) => ({
  ...deskFrame(desk, "Add a passkey", undefined),
  token: desk.token,
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

/** The page of new recovery codes, with a file to keep. */
export const staffCodesPage = (desk: DeskInput, codes: readonly string[]) => ({
  ...deskFrame(desk, "Recovery codes", undefined),
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
