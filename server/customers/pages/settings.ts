import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import type { FieldError, Refusal } from "../../outcome.ts";
import { view } from "../../web/view.ts";
import type { DashboardFrame } from "../dashboard.ts";
import { type CustomerAddress, findAccount, findCustomerAddresses } from "../queries.ts";
import { agentWords } from "../rules/agent.ts";
import { countries } from "../rules/areas.ts";
import { toSaved } from "../rules/saved-address.ts";
import { newAddressOf } from "../saved-addresses.ts";
import { listSessions, sessionId } from "../sessions.ts";
import { activityPage } from "./activity.ts";

/**
 * A customer's ways to sign in besides the password: whether an authenticator app is used, the
 * number of unused recovery codes, and the passkeys with their times (ms).
 */
export type SignInFactors = {
  hasTotp: boolean;
  codesLeft: number;
  passkeys: readonly { id: string; name: string; createdAt: number; usedAt: number | null }[];
};

/** The customer, and the session of this browser. */
type SettingsPageInput = {
  factors: SignInFactors;
  customerId: string;
  session: string | undefined;
  /** this browser's user agent */
  agent: string;
  token: string;
  now: number;
  dates: Dates;
};

/**
 * The open block of the page (an address's id, `new`, `password` or `disable`), and the refused
 * native form of this block with the typed values.
 */
export type SettingsState = {
  open?: string | undefined;
  notice?: string | undefined;
  refusal?: Refusal;
  typed?: Record<string, unknown>;
  /** the number of the page of activity, from 1 */
  activity?: number;
};

/** An address in the form in which the address calls return it. */
export const savedAddress = ({ id, isDefault, address }: CustomerAddress) => ({ id, isDefault, ...toSaved(address) });

/**
 * The messages after a change by a native form. A parameter of the page's address names the
 * message.
 */
const notices: Readonly<Record<string, string>> = {
  address: "address saved correctly",
  default: "address updated correctly",
  removed: "address removed correctly",
  session: "That device is signed out.",
  "passkey-added": "The passkey was added.",
  "passkey-removed": "The passkey was removed.",
  "totp-off": "The authenticator app is turned off.",
};

type SettingsPage = Awaited<ReturnType<typeof settingsPage>>;
export const settingsScreen = view<DashboardFrame & SettingsPage>("customers/settings");

/** The settings page. Throws if there is no such customer, which cannot happen with a session. */
export async function settingsPage(db: Db, input: SettingsPageInput, state: SettingsState) {
  const { customerId, token } = input;
  const holder = await findAccount(db, customerId);
  if (!holder) throw new Error("a session has to have a customer");
  const addresses = (await findCustomerAddresses(db, customerId)).map(savedAddress);
  const open = state.open ?? "";
  const isAddress = open === "new" || addresses.some(({ id }) => id === open);
  const formErrorIn = (isOwn: boolean) => (isOwn && state.refusal ? { formError: state.refusal.error } : {});
  const errorsIn = (isOwn: boolean) => [...((isOwn && state.refusal?.errors) || [])];
  const placed = isAddress || open === "password" || open === "disable";
  return {
    notice: Object.hasOwn(notices, state.notice ?? "") ? notices[state.notice ?? ""] : undefined,
    ...formErrorIn(!placed),
    failures: summaryOf(errorsIn(isAddress || open === "password")),
    book: {
      token,
      addresses,
      blank: toSaved(newAddressOf(holder)),
      countries: countries.map((country) => ({ ...country, areas: [...country.areas] })),
      ...(isAddress && { open, errors: errorsIn(true), typed: textsOf(state.typed) }),
      ...(!state.refusal?.errors && formErrorIn(isAddress)),
    },
    password: holder.hasPassword && {
      token,
      email: holder.email,
      open: open === "password",
      errors: errorsIn(open === "password"),
      ...(!state.refusal?.errors && formErrorIn(open === "password")),
    },
    holder,
    token,
    factors: input.factors,
    passkeys: input.factors.passkeys.map((passkey) => passkeyOf(passkey, input.dates)),
    newPasskey: { suggestion: agentWords(input.agent) },
    sessions: await sessionsOf(db, input),
    activity: await activityPage(db, { customerId, dates: input.dates, page: state.activity ?? 1 }),
    closing: { token, open: open === "disable", ...formErrorIn(open === "disable") },
  };
}

function passkeyOf({ id, name, createdAt, usedAt }: SignInFactors["passkeys"][number], dates: Dates) {
  const addedAt = dates.moment(createdAt);
  const used = usedAt === null ? undefined : dates.moment(usedAt);
  return {
    id,
    name,
    added: addedAt,
    used,
    remove: { label: "Remove", kind: "link" as const, of: `${name}, added ${addedAt.text}` },
  };
}

/** The errors, without repetitions of a message that stands beside several fields. */
const summaryOf = (errors: readonly FieldError[]) =>
  errors.filter(({ message }, at) => errors.findIndex((error) => error.message === message) === at);

/** The typed values that are texts, unchanged. */
const textsOf = (values: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string"));

async function sessionsOf(db: Db, { customerId, session, now, dates }: SettingsPageInput) {
  const sessions = await listSessions(db, customerId, now);
  return sessions.map(({ tokenHash, agent: sent, createdAt }) => {
    const agent = agentWords(sent);
    const since = dates.moment(createdAt);
    const current = tokenHash === session;
    const signOut = { label: "Sign out", kind: "link" as const, of: `${agent}, since ${since.text}` };
    return { id: sessionId(tokenHash), agent, since, current, signOut };
  });
}
