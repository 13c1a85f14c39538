import { refuseInsideTransaction } from "../../db/transaction.ts";
import type { Gateway } from "./gateway.ts";
import { openHttpGateway } from "./http-gateway.ts";

/**
 * Opens the configured adapter, for the server and the owner's commands; another adapter is chosen
 * here.
 */
export const openGateway = (settings: { url: string; secret: string }): Gateway =>
  openHttpGateway({ ...settings, refuseInsideTransaction });
