import type { GatewaySettings } from "../../config.ts";
import type { Db } from "../../db/tables.ts";
import { refuseInsideTransaction } from "../../db/transaction.ts";
import { remembering } from "../remembering.ts";
import { openAuthorizeNetGateway } from "./authorize-net/authorize-net-gateway.ts";
import { type Gateway, guarded } from "./gateway.ts";
import { openHttpGateway } from "./http-gateway.ts";
import type { KeylessGateway } from "./keyless.ts";
import { openNmiGateway } from "./nmi/nmi-gateway.ts";
import { openStripeGateway } from "./stripe/stripe-gateway.ts";

/** Where calls to a gateway without idempotency keys are stored. */
type Memory = { db: Db; now: () => number };

type OpenKeyless = (options: GatewaySettings & { now: () => number }) => KeylessGateway;

/** The adapters of gateways without idempotency keys, by their names in PAYMENT_GATEWAY. */
const keyless: Readonly<Record<Exclude<GatewaySettings["adapter"], "http">, OpenKeyless>> = {
  "authorize-net": openAuthorizeNetGateway,
  nmi: openNmiGateway,
  stripe: openStripeGateway,
};

/** Opens the configured adapter, for the server and the owner's commands. */
export function openGateway(settings: GatewaySettings, memory: Memory): Gateway {
  const { adapter, url, secret } = settings;
  if (adapter === "http") return openHttpGateway({ url, secret, refuseInsideTransaction });
  return guarded(remembering(keyless[adapter]({ ...settings, now: memory.now }), memory), refuseInsideTransaction);
}
