import { inFile, type Mutation } from "../mutation.ts";

const refused = "tests/jobs/refused.test.ts";
const notices = "tests/payments/overdue-notices.test.ts";
const newOrder = "tests/orders/owner-email.test.ts";

const mail = inFile("server/jobs/mail.ts", refused);
const lanes = inFile("server/jobs/lanes.ts", refused);
const runJob = inFile("server/jobs/run-job.ts", refused);
const queries = inFile("server/jobs/queries.ts", refused);
const orderJobs = inFile("server/orders/jobs.ts", refused);
const overdue = inFile("server/payments/overdue.ts", notices);
const find = inFile("server/jobs/find.ts", notices);
const email = inFile("server/orders/owner-email.ts", newOrder);
const mailOwner = inFile("server/jobs/mail-owner.ts", newOrder);

/**
 * The guards of refusals that are final, such as a mail server's 5xx reply, and of the emails to
 * the owner.
 */
export const ownerMailGuards: readonly Mutation[] = [
  mail("K11", "a 5xx reply gives an email up at once", "isForGood(smtpError) ?", "isForGood({}) ?"),
  mail("K11", "a 4xx reply is tried again", "Number(responseCode) >= 500", "Number(responseCode) >= 400"),
  mail("K11", "a 5xx reply to the shop's own address is tried again", ` && (command === "RCPT TO" || command === "DATA")`, ""),
  mail("K11", "a 5xx reply to the text gives an email up", ` || command === "DATA"`, ""),
  mail(
    "K11",
    "the shopper's address is not in the failure",
    "[code, responseCode, command]",
    "[code, responseCode, command, String(error)]",
    "tests/jobs/smtp.test.ts",
  ),
  lanes("K11", "a refund that the bank declines is never given up", "refusedPause: longestRefusedPause", "refusedPause: never"),
  lanes("K11", "a refused email is not tried again", "3 * day, refusedPause: never", "3 * day, refusedPause: day"),
  lanes("K11", "a refused refund is tried once a day", "longestRefusedPause = day", "longestRefusedPause = day / 2", notices),
  runJob(
    "K11",
    "a refusal for good is told from a failure",
    "const refused = error instanceof RefusedForGood;",
    "const refused = false;",
  ),
  runJob("K11", "a refused job says so", `words: \`\${refusalWordsOf(error)}\${plain}\``, "words: plain"),
  queries(
    "K11",
    "a day's pause of a refused job is not cut short",
    `or([eb("failure", "not like", \`\${refusedWords}%\`), eb("run_at", ">", now + longestRefusedPause)])`,
    `or([eb("run_at", ">", 0)])`,
  ),
  orderJobs(
    "K11",
    "the owner is told of a confirmation that was refused",
    `await enqueue(tx, { kind: "unconfirmed-notice", subject }, now);`,
    "",
  ),
  orderJobs(
    "K11",
    "the order says that its confirmation was refused",
    `await insertOrderEvent(tx, subject, { kind: "confirmation not mailed", actor: "shop" }, now);`,
    "",
  ),
  overdue("K11", "one email an hour at most", "untold && since.every((ms) => ms >= hour)", "untold"),
  overdue("K11", "the owner is told again after a day", "since.some((ms) => ms >= 24 * hour)", "false"),
  overdue("K11", "the owner is told once a day", "ms >= 24 * hour", "ms >= 2 * hour"),
  overdue("K11", "what is new is told of before a day is over", "since.length < jobs.length || ", ""),
  overdue("K11", "a clock that was ahead silences no email", "toldAt === null || toldAt > now + hour", "toldAt === null"),
  overdue("K11", "nothing is mailed of payments that were done meanwhile", "if (jobs.length === 0) return;", ""),
  overdue("K11", "an email names twenty", "const listedJobs = jobs.slice(0, maxListed)", "const listedJobs = jobs"),
  overdue("K11", "an email says what has failed", `failure === "" ? [] : `, `true ? [] : `, "tests/payments/overdue.test.ts"),
  overdue(
    "K11",
    "a lapsed authorization has a sentence of its own",
    `if (state === "failed" && kind === "capture")`,
    "if (false)",
    "tests/payments/overdue.test.ts",
  ),
  find("K11", "a job is due from its first try", `eb.fn.coalesce("first_try_at", "created_at")`, `eb.ref("run_at")`),
  find("K11", "an hour is waited", "now - overdueAfter", "now", "tests/jobs/persistence.test.ts"),
  mailOwner("K10", "nobody is mailed without an address", "if (addresses.length === 0) return;", ""),
  email("K10", "a canceled order is not to be sent", `if (order.state !== "placed") return;`, ""),
  email(
    "K10",
    "a line end in a name begins no line",
    "products: order.lines.map(lineText).map(oneLine)",
    "products: order.lines.map(lineText)",
  ),
];
