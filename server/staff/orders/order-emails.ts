import type { Dates } from "../../dates.ts";
import type { JobStatus } from "../../jobs/follow.ts";
import type { OrderEmails } from "../../orders/sent-emails.ts";
import { whoOf } from "../records/history-page.ts";

const statusWords: Readonly<Record<JobStatus, string>> = {
  waiting: "Waiting",
  trying: "Failed, will be tried again",
  done: "Sent",
  failed: "Not sent",
};
/** The status of an email; its job is deleted a month after it was sent. */
const statusWord = (status: JobStatus | undefined): string => (status ? statusWords[status] : "Over a month ago");

/** A row for each email about the order, then one for each email that the staff sent again. */
export const emailRows = ({ emails, again }: OrderEmails, names: ReadonlyMap<string, string>, dates: Dates) => [
  ...emails.map(({ key, name, at, status, mayAgain }) => ({
    name,
    at: dates.moment(at),
    state: statusWord(status),
    key: mayAgain ? key : undefined,
  })),
  ...again.map(({ name, at, status, actor }) => ({
    name: `${name}, sent again by ${whoOf(actor, names)}`,
    at: dates.moment(at),
    state: statusWord(status),
    key: undefined,
  })),
];
