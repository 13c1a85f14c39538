import type { Request, RequestHandler, Response } from "express";
import { countJobs, lateEmails } from "../../jobs/count.ts";
import { findOpenJobs } from "../../jobs/find.ts";
import { numbersOfOrders } from "../../orders/list.ts";
import { orderOfJob } from "../../orders/rules/job-subject.ts";
import { notFound, ok, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { respond, sendPage } from "../../web/respond.ts";
import { callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { staffContext } from "../context.ts";
import { staffJobsPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { auditSourceOf, type StaffParts, staffCall, staffOf, staffScreen } from "../sign-in/require-staff.ts";
import { retryForStaff } from "./job-actions.ts";
import { jobsPage, jobsView } from "./jobs-page.ts";

/** The most jobs that are listed. */
const most = 200;

/** Routes of the shop's unfinished jobs, and of retrying failed jobs. */
export function jobRoutes({ render, db, now, dates, notifyWorker }: Shop, parts: StaffParts): Routes {
  const renderPage = async (req: Request, res: Response, refusal?: Refusal) => {
    const onlyFailed = req.query.failed === "1";
    const openJobs = await findOpenJobs(db, { now: now(), overdue: onlyFailed, refused: onlyFailed, limit: most + 1 });
    const jobs = openJobs.slice(0, most);
    const orderIds = jobs.flatMap(({ subject }) => orderOfJob(subject) ?? []);
    const numbers = await numbersOfOrders(db, orderIds);
    const lanes = await countJobs(db, now());
    const late = await lateEmails(db, now());
    const input = { lanes, late, jobs, numbers, onlyFailed, isCapped: openJobs.length > most };
    const notice = req.query.notice === "retried" ? "Trying again." : undefined;
    return render(jobsView, jobsPage(staffContext(req, res), { dates, now: now() }, input, { notice, refusal }));
  };
  const list: RequestHandler = async (req, res) => sendPage(res, await renderPage(req, res));

  const retry = async (req: Request, res: Response, id: string | undefined) => {
    const selection = { id, money: may(staffOf(req), "orders:refund") };
    const retried = await retryForStaff(db, selection, auditSourceOf(req), now());
    if (retried > 0) notifyWorker();
    // Retrying all jobs succeeds even if none has failed; a single job that no longer fails is not
    // found.
    const outcome = retried > 0 || id === undefined ? ok({}) : notFound;
    await respond(req, res, outcome, {
      next: `${staffJobsPath}?notice=retried`,
      rerender: (refusal) => renderPage(req, res, refusal),
    });
  };
  const retryOne: RequestHandler<{ id: string }> = async (req, res) => await retry(req, res, req.params.id);
  const retryAll: RequestHandler = async (req, res) => await retry(req, res, undefined);
  const guard = staffCall(parts, { needs: staffCalls.retryJob.needs });
  return routes(
    screenRoute(staffJobsPath, staffScreen(parts, "jobs:read"), list),
    // This route comes before the call whose id parameter would match its path.
    callRoute(staffCalls.retryJobs, guard, retryAll),
    callRoute(staffCalls.retryJob, guard, retryOne),
  );
}
