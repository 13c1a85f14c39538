import type { Request } from "express";
import { clientAddress } from "./network.ts";

/** The source of a request, for the trail of security events and the log. */
export type RequestSource = {
  /** the address of the connection, or as the proxies in front gave it */
  address: string;
  /** the browser's own name, as it was sent */
  agent: string;
  /** also in the request's line of the log */
  requestId: string;
};

export const requestSource = (req: Request): RequestSource => ({
  address: clientAddress(req),
  agent: req.get("user-agent") ?? "",
  requestId: req.requestId,
});
