import type { IncomingMessage, ServerResponse } from "node:http";
import { createApp } from "./app.ts";
import { withStatementLimit } from "./db/statement-limit.ts";
import type { Development } from "./frontend.ts";
import { openSignedInNotice } from "./identity/signed-in-notice.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { withRequestId } from "./request-id.ts";
import type { Shop } from "./shop.ts";
import { isOnStaffHost } from "./staff/host.ts";
import type { Tracing } from "./tracing/tracing.ts";
import type { Bounds } from "./web/admission.ts";
import { cookieNamesOf } from "./web/cookies.ts";
import { rawRequestLog } from "./web/log.ts";
import { openRequestIds } from "./web/request-ids.ts";
import { refuseTarget } from "./web/request-target.ts";

/** The longest time of a statement during a request, in ms. */
export const requestStatementMs = 8000;

type ListenerOptions = {
  development: Development | undefined;
  metrics: Metrics | undefined;
  tracing: Tracing | undefined;
  bounds: Partial<Bounds> | undefined;
};

/**
 * The function that answers a server's requests. Pages in memory are answered before Express runs.
 */
export function listener(shop: Shop, { development, metrics, tracing, bounds }: ListenerOptions) {
  const { answer } = createApp(shop, bounds);
  const respond = tracing
    ? (req: IncomingMessage, res: ServerResponse) => tracing.request(req, res, () => answer(req, res))
    : answer;
  const logged = rawRequestLog(shop.logRequest);
  const identify = openRequestIds(shop.config);
  const showSignedInNotice = openSignedInNotice(cookieNamesOf(shop.config), shop.config);
  return (req: IncomingMessage, res: ServerResponse) => {
    if (development?.answer(req, res)) return;
    identify(req);
    if (refuseTarget(req, res)) return logged(req, res);
    const fromMemory = () => {
      logged(req, res);
      metrics?.countFromMemory(req, res);
    };
    showSignedInNotice(req, res);
    const mayBeInMemory = !isOnStaffHost(req, shop.config.staffHost);
    if (mayBeInMemory && shop.pages.answerRaw(req, res)) return fromMemory();
    const route = () => {
      const memoryAnswer = mayBeInMemory ? shop.pages.answerOnceKnown(req, res) : undefined;
      if (memoryAnswer) void memoryAnswer.then((isAnswered) => (isAnswered ? fromMemory() : respond(req, res)));
      else respond(req, res);
    };
    withRequestId(req.requestId, () => withStatementLimit(requestStatementMs, route));
  };
}
