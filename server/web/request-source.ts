import type { Request } from "express";
import { clientAddress } from "./network.ts";

/** The source of a request, for the trail of security events and the log. */
export type RequestSource = {
  /** the client's address, from the connection or from the proxies in front */
  address: string;
  /** the `User-Agent` header */
  agent: string;
  /** the id that is also in the request's log line */
  requestId: string;
};

export const requestSource = (req: Request): RequestSource => ({
  address: clientAddress(req),
  agent: req.get("user-agent") ?? "",
  requestId: req.requestId,
});
