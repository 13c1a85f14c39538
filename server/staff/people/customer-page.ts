import type { ListedCustomer } from "../../customers/list.ts";
import { type CustomerNote, longestNote } from "../../customers/notes.ts";
import { eventSentence } from "../../customers/rules/security-events.ts";
import type { SecurityEventRow } from "../../customers/security-events.ts";
import { dollars } from "../../money.ts";
import type { Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import { type StateLabel, stateLabel } from "../../state-label.ts";
import { view } from "../../web/view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { stateCell, type TimeContext, timeCell } from "../lists/columns.ts";
import { recordTable } from "../lists/table.ts";
import { orderMoney, orderState } from "../orders/order-row.ts";
import {
  staffCustomerErasurePath,
  staffCustomerExportPath,
  staffCustomerNoteRemovalPath,
  staffCustomerNotesPath,
  staffCustomerSignOutPath,
  staffCustomersPath,
  staffOrderPath,
} from "../paths.ts";
import { type HistoryEntry, whoOf } from "../records/history-page.ts";
import type { StaffCustomer } from "./customer.ts";
import { tagsPanel } from "./customer-tags.ts";
import { may } from "./rules/permissions.ts";

/** The label of an account's state; customers without an account are guests. */
export const customerState = (account: ListedCustomer | undefined): StateLabel => {
  if (!account) return stateLabel("waiting", "Guest");
  const { email, disabled_at, email_verified, demo } = account;
  if (email === "") return stateLabel("waiting", "Erased");
  if (disabled_at !== null) return stateLabel("waiting", "Disabled");
  if (demo === 1) return stateLabel("waiting", "Demo");
  return email_verified === 1 ? stateLabel("done", "Email confirmed") : stateLabel("waiting", "Email not confirmed");
};

type CustomerInput = {
  customer: StaffCustomer;
  addresses: readonly string[];
  events: readonly SecurityEventRow[];
  notes: readonly CustomerNote[];
  history: readonly HistoryEntry[];
  names: ReadonlyMap<string, string>;
  openMatters: readonly string[];
  tags: Omit<Parameters<typeof tagsPanel>[0], "key">;
};

type Shown = { notice?: string | undefined; refusal?: Refusal | undefined; typed?: Record<string, unknown> };

/** The actor of an event of the account. */
const actorWords = ({ actor, actor_id }: SecurityEventRow, names: ReadonlyMap<string, string>): string =>
  actor === "staff" ? whoOf(`staff:${actor_id}`, names) : actor;

/**
 * The page of one customer: their orders, their ways to sign in, and the actions that are possible.
 */
export function staffCustomerPage(
  context: StaffContext,
  { dates, now }: TimeContext,
  { customer, addresses, events, notes, history, names, openMatters, tags }: CustomerInput,
  { notice, refusal, typed = {} }: Shown = {},
) {
  const { key, account, email, name, orders, orderCount } = customer;
  return {
    ...staffFrame(context, name || email || "Erased customer", staffCustomersPath),
    token: context.token,
    list: staffCustomersPath,
    notice,
    formError: refusal?.errors?.[0]?.message ?? refusal?.error,
    name,
    email,
    isGuest: account === undefined,
    state: customerState(account),
    since: account && dates.day(account.created_at),
    addresses,
    seesOrders: may(context.staff, "orders:read"),
    orders: recordTable({
      caption: "Orders, the newest first",
      columns: [
        { label: "Order", cell: ({ number }) => ({ text: String(number), href: staffOrderPath(number) }) },
        { label: "Placed", cell: ({ placed_at }) => timeCell(placed_at, { dates, now }) },
        { label: "State", cell: (order) => stateCell(orderState(order)) },
        { label: "Payment", cell: orderMoney },
        { label: "Total", isInFirstLine: true, isFigure: true, cell: ({ total }) => dollars(total) },
      ],
      rows: orders,
    }),
    orderCount,
    isCapped: orderCount > orders.length,
    events: events.map(
      (event): HistoryEntry => ({
        at: dates.moment(event.at),
        who: actorWords(event, names),
        what: eventSentence(event),
        note: [event.agent, event.network].filter(Boolean).join(", "),
        changes: [],
      }),
    ),
    notes: notes.map(({ id, note, actor, at }) => ({ id, note, who: whoOf(actor, names), at: dates.moment(at) })),
    history,
    tags: tagsPanel({ key, ...tags }, { refusal, typed }),
    openMatters,
    may: {
      write: may(context.staff, "customers:write"),
      tag: email !== "",
      note: account !== undefined && email !== "",
      signOut: account !== undefined && email !== "",
      erase: email !== "" && openMatters.length === 0,
    },
    paths: {
      signOut: staffCustomerSignOutPath(key),
      exported: staffCustomerExportPath(key),
      erasure: staffCustomerErasurePath(key),
      notes: staffCustomerNotesPath(key),
      noteRemoval: staffCustomerNoteRemovalPath(key),
    },
    newNote: {
      name: "note",
      label: "New note",
      hint: "For the staff. Customers see notes only in an export of their data.",
      error: refusal?.errors?.find(({ field }) => field === "note")?.message,
      value: readText(typed.note),
      maxlength: String(longestNote),
    },
    confirmation: {
      name: "email",
      label: `Type ${email} to confirm`,
      value: "",
      autocomplete: "off",
      inputmode: "email",
      required: true,
    },
  };
}

type StaffCustomerPage = ReturnType<typeof staffCustomerPage>;
export const staffCustomerView = view<StaffCustomerPage>("staff/customer");
