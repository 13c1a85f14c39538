import { inFile, type Mutation } from "../mutation.ts";

const requests = "tests/web/request-ids.test.ts";
const ids = inFile("server/web/request-ids.ts", requests);

/** The guards that keep the ids of requests distinct, and keep strangers from choosing an id. */
export const requestGuards: readonly Mutation[] = [
  ids(
    "log",
    "a stranger's id is not taken",
    `trustProxy > 0 ? headerOf(req, "x-request-id") : undefined`,
    `headerOf(req, "x-request-id")`,
  ),
  ids(
    "log",
    "a proxy's id is a UUID or 32 digits",
    "proxyHeader !== undefined && proxyId.test(proxyHeader)",
    "proxyHeader !== undefined",
  ),
  inFile("server/jobs/open-lane.ts", requests)(
    "log",
    "a job runs for the request that enqueued it alone",
    "withRequestId(job.request_id ?? undefined, () => runJob(options, job, lane))",
    "runJob(options, job, lane)",
  ),
  inFile("server/jobs/enqueue.ts", requests)("log", "a job keeps its request", "currentRequestId() ?? null", "null"),
  inFile("server/web/encoded-page.ts", requests)(
    "log",
    "a page from memory has an id of its own",
    "stored.head[stored.head.length - 1] = req.requestId;",
    `stored.head[stored.head.length - 1] ||= req.requestId;`,
  ),
];
