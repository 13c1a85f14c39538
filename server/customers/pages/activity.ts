import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import { settingsPath } from "../paths.ts";
import { eventSentence } from "../rules/security-events.ts";
import { countSecurityEventsOf, customerSubject, listSecurityEvents, type SecurityEventRow } from "../security-events.ts";

const perPage = 10;

/** The actor's name in the list; empty if the actor is the account's holder. */
const actors: Readonly<Record<SecurityEventRow["actor"], string>> = {
  customer: "",
  owner: "the store",
  staff: "the store’s staff",
  shop: "the store, automatically",
};

const addressOf = (page: number) => `${settingsPath}?activity=${page}#activity`;

export type ActivityInput = { customerId: string; dates: Dates; page: number };

/** The events of an account, the latest first. A page number beyond the end shows the last page. */
export async function activityPage(db: Db, { customerId, dates, page }: ActivityInput) {
  const subject = customerSubject(customerId);
  const last = Math.max(1, Math.ceil((await countSecurityEventsOf(db, subject)) / perPage));
  const number = Math.min(page, last);
  const events = await listSecurityEvents(db, subject, { offset: (number - 1) * perPage, limit: perPage });
  return {
    events: events.map((event) => ({
      what: eventSentence(event),
      at: dates.moment(event.at),
      agent: event.agent,
      actor: actors[event.actor],
    })),
    pager: last > 1 && {
      ...(number > 1 && { previous: addressOf(number - 1) }),
      ...(number < last && { next: addressOf(number + 1) }),
      pages: [{ number, href: addressOf(number), current: true, gap: false }],
    },
  };
}
