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
import { stateCell, type TimeContext, timeCell } from "../lists/columns.ts";
import { type RowForm, recordTable } from "../lists/table.ts";
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

function jobForm(context: StaffContext, job: OpenJob, number: number | undefined): RowForm | undefined {
  if (!hasFailed(job) || !mayRetry(context, job)) return undefined;
  const label = `Try again: ${wordOf(job.kind)}${number === undefined ? "" : `, order ${number}`}`;
  return { action: staffJobRetryPath(job.id), fields: [], buttons: [{ text: "Try again", label }] };
}

function jobTable(context: StaffContext, times: TimeContext, { jobs, numbers }: JobsInput) {
  const numberOf = ({ subject }: OpenJob) => numbers.get(orderOfJob(subject) ?? "");
  return recordTable({
    caption: "What is not done, the oldest first",
    columns: [
      { label: "Job", cell: ({ kind }) => wordOf(kind) },
      {
        label: "Order",
        cell: (job) => {
          const href = orderHref(context, numberOf(job));
          return href === undefined ? "" : { text: String(numberOf(job)), href };
        },
      },
      { label: "State", isInFirstLine: true, cell: (job) => stateCell(stateOf(job)) },
      { label: "Tries", isFigure: true, cell: ({ tries }) => String(tries) },
      { label: "Since", isLabeled: true, cell: ({ createdAt }) => timeCell(createdAt, times) },
      {
        label: "Next try",
        isLabeled: true,
        cell: ({ state, running, runAt }) => timeCell(state === "failed" || running ? undefined : runAt, times),
      },
      { label: "Last failure", cell: ({ failure }) => failure },
    ],
    rows: jobs,
    form: (job) => jobForm(context, job, numberOf(job)),
  });
}

const laneTable = (lanes: JobsInput["lanes"]) =>
  recordTable({
    caption: "How many of each kind are not done",
    columns: [
      { label: "Kind", cell: (name) => laneWords[name] },
      { label: "Waiting", isFigure: true, cell: (name) => String(lanes[name].waiting) },
      { label: "Given up", isFigure: true, cell: (name) => String(lanes[name].failed) },
      { label: "First due for", isFigure: true, cell: (name) => (lanes[name].age > 0 ? minutes(lanes[name].age) : "") },
    ],
    rows: Object.keys(laneWords) as LaneName[],
  });

const lateText = ({ count, since }: LateEmails, dates: Dates): string =>
  `${count === 1 ? "1 email has" : `${count} emails have`} been waiting to be sent since ${dates.moment(since).text}. ` +
  "They are tried again by themselves; the list says why they failed.";

/** The shop's unfinished work: money to move, emails to send, and data to clean up. */
export const jobsPage = (
  context: StaffContext,
  times: TimeContext,
  input: JobsInput,
  { notice, refusal }: JobsPageState = {},
) => {
  const { lanes, late, jobs, onlyFailed, isCapped } = input;
  return {
    ...staffFrame(context, "Jobs", staffJobsPath),
    token: context.token,
    notice,
    formError: refusal?.error,
    late: late && lateText(late, times.dates),
    mayRetry: may(context.staff, "jobs:write"),
    lanes: laneTable(lanes),
    views: [
      { name: "All", href: staffJobsPath, current: !onlyFailed },
      { name: "Failed or overdue", href: `${staffJobsPath}?failed=1`, current: onlyFailed },
    ],
    jobs: jobTable(context, times, input),
    canRetryAny: jobs.some((job) => hasFailed(job) && mayRetry(context, job)),
    isCapped,
    none: onlyFailed ? "No job failed or is overdue." : "There is nothing to do.",
  };
};

type JobsPage = ReturnType<typeof jobsPage>;
export const jobsView = view<JobsPage>("staff/jobs");
