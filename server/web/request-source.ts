import type { Request } from "express";
import { newId } from "../ids.ts";
import { clientAddress } from "./network.ts";

/** Where a request came from, for the trail of security events and the log. */
export type RequestSource = {
  /** the address of the connection, or as the proxies in front gave it */
  address: string;
  /** the browser's own name, as it was sent */
  agent: string;
  /** also in the request's line of the log */
  requestId: string;
};

declare global {
  namespace Express {
    interface Request {
      /** given when something asks for it */
      requestId?: string;
    }
  }
}

/** The id of a request is made when it is first asked for: most requests need none. */
export function requestSource(req: Request): RequestSource {
  req.requestId ??= newId();
  return { address: clientAddress(req), agent: req.get("user-agent") ?? "", requestId: req.requestId };
}
