import { findOpenJobs, type OpenJob } from "../jobs/find.ts";
import { jobStatusOf } from "../jobs/follow.ts";
import { numbersOfOrders } from "../orders/list.ts";
import { orderOfJob } from "../orders/rules/job-subject.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { commandSource } from "../staff/records/audit.ts";
import { retryForStaff } from "../staff/reports/job-actions.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { followStatus, words } from "./order-number.ts";
import { tableOf } from "./table.ts";

const help = `Usage: npm run store -- jobs [--failed]
       npm run store -- jobs retry ID | --all

Lists what the shop has yet to do: move money, send emails, and clean up, oldest first.

  --failed         only what was given up, what the bank or the card gateway refused, and what is not done an hour after it
                   should have been
  jobs retry ID    tries a job again at once that failed
  jobs retry --all tries all of them again

States are waiting, running, trying (its last try failed, and there will be another), and failed (given up). Charges are tried
again until their authorization lapses (PAYMENT_AUTHORIZATION_DAYS), voids and refunds until they are done (once a day where
the bank declined), emails for 3 days unless the mail server refuses them for good, and the rest for 7 days. A running shop does
the jobs; otherwise they wait until it starts.

A refund that the bank refuses can be paid in another way and recorded: npm run store -- refund --help

Examples
  npm run store -- jobs --failed
  npm run store -- jobs retry --all

Exit status: 0 listed or scheduled, 1 no such job that failed, 2 wrong use, 3 the database could not be asked.`;

/** The most jobs in a list. */
const most = 500;

type JobsArguments = { verb: "list"; overdue: boolean } | { verb: "retry"; id: string | undefined };

function jobsArguments(args: readonly string[]): Outcome<JobsArguments> {
  const parsed = readArguments(args, { failed: "flag", all: "flag" });
  if (!parsed.ok) return parsed;
  const { words, options } = parsed.value;
  const [verb, id, ...others] = words;
  const failed = options.failed !== undefined;
  const all = options.all !== undefined;
  if (verb === undefined) return all ? refuse("invalid", "--all belongs to jobs retry") : ok({ verb: "list", overdue: failed });
  if (verb !== "retry" || others.length > 0)
    return refuse("invalid", `unknown argument: ${(verb === "retry" ? others : words).join(" ")}`);
  if (failed) return refuse("invalid", "--failed belongs to the list");
  if ((id !== undefined) === all) return refuse("invalid", "give the ID of one job, or --all: jobs retry --all");
  return ok({ verb: "retry", id });
}

function stateOf({ state, running, failure }: OpenJob): string {
  if (state === "failed") return "failed";
  if (running) return "running";
  return failure === "" ? "waiting" : "trying";
}

const minute = (at: number): string => new Date(at).toISOString().slice(0, 16).replace("T", " ");

async function list({ db, now, print }: CommandContext, overdue: boolean): Promise<number> {
  const rows = await findOpenJobs(db, { now: now(), overdue, refused: overdue, limit: most + 1 });
  const jobs = rows.slice(0, most);
  if (jobs.length === 0) {
    print(overdue ? "No job failed or is overdue." : "There is nothing to do.");
    return 0;
  }
  const numbers = await numbersOfOrders(
    db,
    jobs.flatMap(({ subject }) => orderOfJob(subject) ?? []),
  );
  const rowOf = (job: OpenJob): string[] => [
    job.id,
    job.lane,
    job.kind,
    String(numbers.get(orderOfJob(job.subject) ?? "") ?? ""),
    stateOf(job),
    String(job.tries),
    minute(job.createdAt),
    job.state === "failed" ? "" : minute(job.runAt),
    job.failure,
  ];
  print(
    tableOf([
      ["ID", "LANE", "KIND", "ORDER", "STATE", "TRIES", "CREATED (UTC)", "NEXT TRY (UTC)", "LAST FAILURE"],
      ...jobs.map(rowOf),
    ]),
  );
  if (rows.length > most) print(`There are more: these are the oldest ${most}.`);
  return 0;
}

async function retry(context: CommandContext, id: string | undefined): Promise<number> {
  const { db, now, print, complain } = context;
  const retried = await retryForStaff(db, { id, money: true }, commandSource(), now());
  if (id === undefined) {
    print(retried === 0 ? "No job failed." : `Jobs tried again: ${retried}.`);
    return 0;
  }
  if (retried === 0) {
    complain(`There is no job ${id} that failed.`);
    return 1;
  }
  const status = await followStatus(context, () => jobStatusOf(db, id));
  print(`Job ${id}: ${status === undefined || status === "done" ? "done" : words[status]}.`);
  return 0;
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const input = jobsArguments(args);
  if (input.ok)
    return input.value.verb === "list" ? await list(context, input.value.overdue) : await retry(context, input.value.id);
  context.complain(`${input.error}\nSee npm run store -- jobs --help`);
  return 2;
}

export const jobsCommand: Command = { summary: "list what is yet to be done, or try it again", help, existing: true, run };
