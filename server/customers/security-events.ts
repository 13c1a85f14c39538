import type { LogPage } from "../db/log-page.ts";
import type { Db, Tx } from "../db/tables.ts";
import { afterCommit } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { widerNetworkOf } from "../web/network.ts";
import type { RequestSource } from "../web/request-source.ts";
import {
  countAllSecurityEvents,
  countSecurityEvents,
  eraseEventsOf,
  findSecurityEvents,
  findSecurityLog,
  insertSecurityEvent,
  type SecurityEventRow,
  type SecurityLogSearch,
  type Subject,
} from "./queries/security-events.ts";
import { agentWords } from "./rules/agent.ts";
import type { SecurityEventKind } from "./rules/security-events.ts";

export type { SecurityEventRow, Subject };

/**
 * The actor of an event: the account's holder, the owner with a command, the shop itself, or a
 * member of the staff.
 */
export type EventActor = { kind: "customer" | "owner" | "shop" } | { kind: "staff"; id: string };

/** The log of events; a pino logger fits this type. */
export type EventLog = { info: (fields: Record<string, unknown>, words: string) => void };

/** The source of an event; the owner's commands have no address and no browser. */
export type EventSource = { actor: EventActor; origin: RequestSource; log?: EventLog | undefined };

/** An event of a customer. The customer is the actor unless `source` names another one. */
export type NewSecurityEvent = {
  kind: SecurityEventKind;
  source: EventSource;
  /** the method, provider or device, in the shop's words; never a secret */
  detail?: string;
};

/**
 * The source of a request by the account's holder, or by somebody who pretends to be the holder.
 */
export const customerSource = (origin: RequestSource, log?: EventLog): EventSource => ({
  actor: { kind: "customer" },
  origin,
  log,
});

/** The source of one run of an owner's command. */
export const ownerSource = (): EventSource => ({
  actor: { kind: "owner" },
  origin: { address: "", agent: "", requestId: newId() },
});

/** The source of the shop's own actions, such as a job. */
export const shopSource = (): EventSource => ({ ...ownerSource(), actor: { kind: "shop" } });

export const customerSubject = (id: string): Subject => ({ kind: "customer", id });

/**
 * Adds an event to an account's trail in the transaction of the change, and logs it after the
 * commit. The trail keeps only the address's wider network and the shop's words for the browser.
 */
export async function recordSecurityEvent(
  tx: Tx,
  subject: Subject,
  { kind, source, detail = "" }: NewSecurityEvent,
  now: number,
): Promise<void> {
  const { actor, origin, log } = source;
  await insertSecurityEvent(tx, {
    id: newId(),
    subject_kind: subject.kind,
    subject_id: subject.id,
    kind,
    actor: actor.kind,
    actor_id: actor.kind === "staff" ? actor.id : null,
    network: origin.address === "" ? "" : widerNetworkOf(origin.address),
    agent: origin.agent === "" ? "" : agentWords(origin.agent),
    detail: detail.slice(0, 100),
    request_id: origin.requestId,
    at: now,
  });
  const fields = { event: kind, [subject.kind]: subject.id, actor: actor.kind, request: origin.requestId };
  afterCommit(() => log?.info(fields, "security event"));
}

/** An account's events, the latest first. */
export const listSecurityEvents = (
  reader: Db | Tx,
  subject: Subject,
  page: { offset: number; limit: number },
): Promise<SecurityEventRow[]> => findSecurityEvents(reader, subject, page);

/** Counts an account's events. */
export const countSecurityEventsOf = (reader: Db | Tx, subject: Subject): Promise<number> =>
  countAllSecurityEvents(reader, subject);

/** Counts an account's events of one kind since `since` (ms). */
export const countEventsSince = (reader: Db | Tx, subject: Subject, kind: SecurityEventKind, since: number): Promise<number> =>
  countSecurityEvents(reader, subject, kind, since);

/** Empties the personal values of an account's events; the rows stay. */
export const eraseSecurityEvents = (tx: Tx, subject: Subject, now: number): Promise<void> => eraseEventsOf(tx, subject, now);

/** The events that match a search, the latest first; none for an empty list of accounts. */
export const securityLog = async (db: Db, search: SecurityLogSearch, page: LogPage): Promise<SecurityEventRow[]> =>
  search.subjectIds?.length === 0 ? [] : await findSecurityLog(db, search, page);
