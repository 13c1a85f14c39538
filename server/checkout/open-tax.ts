import type { Logger } from "pino";
import type { TaxServiceSettings } from "../config.ts";
import { refuseInsideTransaction } from "../db/transaction.ts";
import { openHttpTax } from "./http-tax.ts";
import type { TaxService } from "./tax-service.ts";

/** Each adapter that TAX_SERVICE can name. */
const adapters: Readonly<Record<TaxServiceSettings["adapter"], typeof openHttpTax>> = { http: openHttpTax };

/** Opens the configured adapter; undefined if the built-in table gives the tax. */
export const openTax = (
  settings: TaxServiceSettings | undefined,
  { now, log }: { now: () => number; log: Logger },
): TaxService | undefined => settings && adapters[settings.adapter](settings, { now, log, refuseInsideTransaction });
