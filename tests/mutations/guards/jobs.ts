import { inFile, type Mutation } from "../mutation.ts";

const lanesTests = "tests/jobs/lanes.test.ts";
const persistence = "tests/jobs/persistence.test.ts";
const leaseTests = "tests/jobs/lease.test.ts";

const lanes = inFile("server/jobs/lanes.ts", lanesTests);
const queries = inFile("server/jobs/queries.ts", persistence);
const runJob = inFile("server/jobs/run-job.ts", persistence);

export const jobGuards: readonly Mutation[] = [
  lanes("K12", "charges do not wait for emails", `if (isKindOf("money")) return "money";`, ""),
  lanes("K11", "voids and refunds are never given up", "lifetime: Number.POSITIVE_INFINITY", "lifetime: day", persistence),
  runJob(
    "K12",
    "a job that does not return frees its place",
    "await Promise.race([work, lapse.promise]);",
    "await work;",
    lanesTests,
  ),
  runJob("K11", "a capture is given up when its authorization lapses", "if (lifetime !== undefined) return", "if (false) return"),
  runJob(
    "K11",
    "a job that is given up is recorded",
    "await options.giveUps?.[kind]?.(",
    "await (async (..._: unknown[]) => {})(",
  ),
  runJob("K11", "pauses grow to an hour at most", "Math.min(1000 * 2 ** tries, longestPause)", "1000 * 2 ** tries"),
  queries("K12", "a job belongs to the worker that took it last", `.where("tries", "=", tries)`, "", leaseTests),
  queries("K11", "a job that is done keeps nothing", `payload: "{}", failure: ""`, `failure: ""`),
  inFile("server/payments/overdue.ts", "tests/payments/overdue.test.ts")(
    "K11",
    "one process tells the owner",
    "=== 0) return false;",
    "< 0) return false;",
  ),
  inFile("server/payments/pay.ts", "tests/payments/database-restarts.test.ts")(
    "presses",
    "a payment whose database went away is still being processed",
    "if (!isConnectionLost(error)) throw error;",
    "throw error;",
  ),
];
