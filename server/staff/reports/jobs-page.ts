import type { Dates } from "../../dates.ts";
import type { LaneCount, LateEmails } from "../../jobs/count.ts";
import type { OpenJob } from "../../jobs/find.ts";
import { type LaneName, laneOf } from "../../jobs/lanes.ts";
import { wasRefused } from "../../jobs/refused.ts";
import { orderOfJob } from "../../orders/rules/job-subject.ts";
import type { Refusal } from "../../outcome.ts";
import { type StateLabel, stateLabel } from "../../state-label.ts";
import { view } from "../../web/view.ts";
import { orderHref, type StaffContext, staffFrame } from "../frame.ts";
import { staffJobRetryPath, staffJobsPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";

const laneWords: Readonly<Record<LaneName, string>> = { money: "Money", mail: "Emails", upkeep: "Upkeep" };

const kindWords: Readonly<Record<string, string>> = {
  capture: "Charge the card",
  void: "Release the hold on the card",
  refund: "Refund the card",
  "attach-orders": "Add earlier orders to an account",
  "remove-avatar": "Delete a former picture",
  "erase-customer": "Erase a customer",
  "erase-orders": "Erase names and addresses of orders",
  "sign-in-failed": "Note failed sign-ins",
  "staff-bulk": "Change many records",
  "product-import": "Import a product file",
  "product-import-expiry": "Delete a product file that was not imported",
};

/**
 * The words for a kind of job. Most kinds without words here are emails, named like
 * `canceled-mail`.
 */
const wordOf = (kind: string): string => {
  const words = kind.replace(/-(mail|notice)$/, "").replaceAll("-", " ");
  return kindWords[kind] ?? `Email: ${words}`;
};

const stateOf = ({ state, running, failure }: OpenJob): StateLabel => {
  if (state === "failed") return stateLabel("wrong", "Given up");
  if (running) return stateLabel("waiting", "Running");
  if (wasRefused(failure)) return stateLabel("wrong", "Refused, will be tried again");
  return stateLabel("waiting", failure === "" ? "Waiting" : "Trying again");
};

const minutes = (ms: number): string => {
  if (ms < 60_000) return "less than a minute";
  const count = Math.floor(ms / 60_000);
  if (count < 120) return count === 1 ? "1 minute" : `${count} minutes`;
  return count < 2880 ? `${Math.floor(count / 60)} hours` : `${Math.floor(count / 1440)} days`;
};

type JobsInput = {
  lanes: Readonly<Record<LaneName, LaneCount>>;
  late: LateEmails | undefined;
  jobs: readonly OpenJob[];
  /** order numbers by the orders' ids */
  numbers: ReadonlyMap<string, number>;
  onlyFailed: boolean;
  isCapped: boolean;
};

type JobsPageState = { notice?: string | undefined; refusal?: Refusal | undefined };

const hasFailed = ({ state, failure, running }: OpenJob): boolean => (state === "failed" || failure !== "") && !running;

/** Whether this person may retry a job. A job that moves money needs the permission to refund. */
const mayRetry = ({ staff }: StaffContext, { kind }: OpenJob): boolean =>
  may(staff, "jobs:write") && (laneOf(kind) !== "money" || may(staff, "orders:refund"));

function jobRow(context: StaffContext, job: OpenJob, numbers: ReadonlyMap<string, number>, dates: Dates) {
  const number = numbers.get(orderOfJob(job.subject) ?? "");
  const { text, tone } = stateOf(job);
  return {
    what: wordOf(job.kind),
    number,
    href: orderHref(context, number),
    state: text,
    tone,
    tries: job.tries,
    created: dates.moment(job.createdAt),
    next: job.state === "failed" || job.running ? undefined : dates.moment(job.runAt),
    failure: job.failure,
    retry: hasFailed(job) && mayRetry(context, job) ? staffJobRetryPath(job.id) : undefined,
  };
}

const lateText = ({ count, since }: LateEmails, dates: Dates): string =>
  `${count === 1 ? "1 email has" : `${count} emails have`} been waiting to be sent since ${dates.moment(since).text}. ` +
  "They are tried again by themselves; the list says why they failed.";

/** The shop's unfinished work: money to move, emails to send, and data to clean up. */
export const jobsPage = (
  context: StaffContext,
  dates: Dates,
  { lanes, late, jobs, numbers, onlyFailed, isCapped }: JobsInput,
  { notice, refusal }: JobsPageState = {},
) => ({
  ...staffFrame(context, "Jobs", staffJobsPath),
  token: context.token,
  notice,
  formError: refusal?.error,
  late: late && lateText(late, dates),
  mayRetry: may(context.staff, "jobs:write"),
  lanes: (Object.keys(laneWords) as LaneName[]).map((name) => ({
    name: laneWords[name],
    waiting: lanes[name].waiting,
    failed: lanes[name].failed,
    age: lanes[name].age > 0 ? minutes(lanes[name].age) : "–",
  })),
  views: [
    { name: "All", href: staffJobsPath, current: !onlyFailed },
    { name: "Failed or overdue", href: `${staffJobsPath}?failed=1`, current: onlyFailed },
  ],
  jobs: jobs.map((job) => jobRow(context, job, numbers, dates)),
  canRetryAny: jobs.some((job) => hasFailed(job) && mayRetry(context, job)),
  isCapped,
  none: onlyFailed ? "No job failed or is overdue." : "There is nothing to do.",
});

type JobsPage = ReturnType<typeof jobsPage>;
export const jobsView = view<JobsPage>("staff/jobs");
