import type { Logger } from "pino";
import { z } from "zod";
import type { TaxServiceSettings } from "../config.ts";
import { currentRequestId } from "../request-id.ts";
import { callService, type ServiceLine } from "../web/http-call.ts";
import type { TaxRequest } from "./rules/tax-request.ts";
import type { TaxQuote, TaxService } from "./tax-service.ts";

/** The answer of docs/tax-service.md, in integer cents. */
const answer = z.object({
  lines: z.array(
    z.object({ id: z.string(), taxCents: z.int().min(0), ratePpm: z.int().min(0).max(1_000_000).nullable().optional() }),
  ),
  shippingTaxCents: z.int().min(0),
  reference: z.string().max(200).default(""),
});

type Options = {
  now: () => number;
  log: Logger;
  /** throws when a database transaction is open */
  refuseInsideTransaction: () => void;
  fetch?: typeof globalThis.fetch;
};

/**
 * After this many failures in a row the service is not asked for `restMs`, so that no page waits
 * for the deadline.
 */
const mostFailures = 3;
const restMs = 5000;

/** Opens the service at `url`. It gets the request as JSON and answers the tax of each line. */
export function openHttpTax(
  { url, secret, deadlineMs, whenAway }: TaxServiceSettings,
  { now, log, refuseInsideTransaction, fetch = globalThis.fetch }: Options,
): TaxService {
  const line: ServiceLine = { url, secret, fetch };
  let failures = 0;
  let restsUntil = 0;

  async function ask(request: TaxRequest): Promise<TaxQuote | string> {
    const requestId = currentRequestId();
    const headers = requestId === undefined ? {} : { "x-request-id": requestId };
    const response = await callService(line, { path: "tax", body: request, deadlineMs, headers });
    if (!response.arrived) return response.code;
    if (response.status !== 200) return `status_${response.status}`;
    return readAnswer(request, response.body) ?? "bad_answer";
  }

  return {
    whenAway,
    async calculate(request) {
      refuseInsideTransaction();
      if (failures >= mostFailures && now() < restsUntil) return undefined;
      const reply = await ask(request);
      const requestId = currentRequestId();
      if (typeof reply === "string") {
        failures += 1;
        restsUntil = now() + restMs;
        log.warn({ requestId, problem: reply, state: request.state }, "the tax service gave no usable answer");
        return undefined;
      }
      failures = 0;
      log.info({ requestId, reference: reply.reference, state: request.state }, "the tax service answered");
      return reply;
    },
  };
}

/**
 * The answer; undefined unless it has each line once, with a tax no higher than the line's price.
 */
function readAnswer({ lines, shippingCents }: TaxRequest, body: unknown): TaxQuote | undefined {
  const read = answer.safeParse(body);
  if (!read.success || read.data.lines.length !== lines.length || read.data.shippingTaxCents > shippingCents) return undefined;
  const byId = new Map(read.data.lines.map((each) => [each.id, each]));
  const lineTaxes = lines.map(({ id, amountCents }) => {
    const each = byId.get(id);
    return each && each.taxCents <= amountCents ? each : undefined;
  });
  if (lineTaxes.includes(undefined)) return undefined;
  return {
    lines: lineTaxes.map((each) => each?.taxCents ?? 0),
    ratesPpm: lineTaxes.map((each) => each?.ratePpm ?? null),
    shipping: read.data.shippingTaxCents,
    reference: read.data.reference,
  };
}
