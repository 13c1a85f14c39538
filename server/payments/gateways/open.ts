import type { GatewaySettings } from "../../config.ts";
import type { Db } from "../../db/tables.ts";
import { refuseInsideTransaction } from "../../db/transaction.ts";
import { remembering } from "../remembering.ts";
import { type Gateway, guarded } from "./gateway.ts";
import { openHttpGateway } from "./http-gateway.ts";
import type { KeylessGateway } from "./keyless.ts";
import { openNmiGateway } from "./nmi/nmi-gateway.ts";

/** Where calls to a gateway without keys are remembered. */
type Memory = { db: Db; now: () => number };

/** Each adapter that PAYMENT_GATEWAY can name, for gateways without keys. */
const keyless: Readonly<Record<Exclude<GatewaySettings["adapter"], "http">, (settings: GatewaySettings) => KeylessGateway>> = {
  nmi: openNmiGateway,
};

/** Opens the configured adapter, for the server and the owner's commands. */
export function openGateway(settings: GatewaySettings, memory: Memory): Gateway {
  const { adapter, url, secret } = settings;
  if (adapter === "http") return openHttpGateway({ url, secret, refuseInsideTransaction });
  return guarded(remembering(keyless[adapter](settings), memory), refuseInsideTransaction);
}
