import type { Request } from "express";
import { deviceSecrets } from "../../web/device-cookie.ts";
import { clientAddress } from "../../web/network.ts";
import { isNative } from "../../web/respond.ts";

/** The requester of a link to an order, for the limits of emails. */
export const linkRequesterOf = (req: Request, body: object) => ({
  address: clientAddress(req),
  deviceSecrets: deviceSecrets(req),
  work: "work" in body && typeof body.work === "string" ? body.work : undefined,
  canWork: !isNative(req),
});
