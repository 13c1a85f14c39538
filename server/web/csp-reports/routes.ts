import express, { type Request, type RequestHandler } from "express";
import type { Logger } from "pino";
import type { Db } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import { refuse } from "../../outcome.ts";
import { retention } from "../../retention.ts";
import type { Call } from "../call.ts";
import { clientAddress } from "../network.ts";
import { parseInput } from "../read.ts";
import { requestSource } from "../request-source.ts";
import { RefusedPage, respond } from "../respond.ts";
import { callRoute, type Routes, routes } from "../routes.ts";
import { openReportLimit } from "./limits.ts";
import { countViolation, deleteViolations } from "./queries.ts";
import { reportBody, type Violation, violationOf } from "./violation.ts";

/** At most this many kinds of violations are stored. */
const mostKinds = 500;

/** Deletes the violations that were not seen for a month. */
export const deleteOldViolations = (db: Db, now: number): Promise<number> => deleteViolations(db, now - retention.policyReport);

const types = ["application/csp-report", "application/reports+json"];

const tooMany = refuse("too_many_tries", "There were too many reports. Please try again later.");

type ReportParts = {
  db: Db;
  now: () => number;
  log: Logger;
  publicUrl: string;
  call: Call;
  /** the name of the screen at a path */
  screenOf: (path: string) => string | undefined;
};

/**
 * Takes browsers' reports of a broken content security policy. Anybody may send reports, so they
 * are limited before they are read. Only their number is stored, by directive, blocked address and
 * screen.
 */
export function reportRoutes({ db, now, log, publicUrl, call, screenOf }: ReportParts): Routes {
  const limit = openReportLimit(now);
  const limited: RequestHandler = async (req, res, next) => {
    const wait = limit(clientAddress(req));
    if (wait === 0) return next();
    await respond(req, res, { ...tooMany, retryAfter: Math.ceil(wait / 1000) });
  };
  const requireReport: RequestHandler = (req, _res, next) =>
    next(req.is(types) ? undefined : new RefusedPage(refuse("unsupported_type", "Please send a report of a browser.")));
  const count = async (req: Request, violation: Violation) => {
    const occurrence = await transact(db, (tx) => countViolation(tx, violation, now(), mostKinds));
    const { requestId: request } = requestSource(req);
    if (occurrence === "first") log.warn({ ...violation, request }, "a page broke its content security policy");
  };
  const report: RequestHandler = async (req, res) => {
    const body = parseInput(reportBody, req.body);
    if (!body.ok) return await respond(req, res, body);
    const violations = body.value.flatMap((reported) => violationOf(reported, { publicUrl, screenOf }) ?? []);
    const kinds = new Map(violations.map((violation) => [Object.values(violation).join(" "), violation]));
    for (const violation of kinds.values()) await count(req, violation);
    res.status(204).end();
  };
  const parser = express.json({ limit: "16kb", type: types });
  return routes(callRoute(call, limited, requireReport, parser, report));
}
