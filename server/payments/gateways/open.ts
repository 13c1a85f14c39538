import type { GatewaySettings } from "../../config.ts";
import { refuseInsideTransaction } from "../../db/transaction.ts";
import type { Gateway } from "./gateway.ts";
import { openHttpGateway } from "./http-gateway.ts";

/** Each adapter that PAYMENT_GATEWAY can name. */
const adapters: Readonly<Record<GatewaySettings["adapter"], typeof openHttpGateway>> = { http: openHttpGateway };

/** Opens the configured adapter, for the server and the owner's commands. */
export const openGateway = ({ adapter, url, secret }: GatewaySettings): Gateway =>
  adapters[adapter]({ url, secret, refuseInsideTransaction });
