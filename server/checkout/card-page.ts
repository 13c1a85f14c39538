import type { Response } from "express";
import type { Shop } from "../shop.ts";
import { formPolicy } from "../web/headers.ts";

/** Lets the forms of this response lead on to the gateway's page, if shoppers pay there. */
export function allowCardPage({ config, gateway }: Shop, res: Response): void {
  const origin = config.cardForm === "hosted" ? gateway.capabilities.hosted : undefined;
  if (origin !== undefined) res.setHeader("Content-Security-Policy", formPolicy(config.publicUrl, origin));
}
