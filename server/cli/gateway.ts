import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Gateway } from "../payments/gateways/gateway.ts";
import { openGateway } from "../payments/gateways/open.ts";
import { startTestGateway } from "../payments/gateways/test/start.ts";
import type { CommandContext } from "./command.ts";

/**
 * Calls `use` with the configured gateway. If none is configured, starts another process of the
 * shop's own test gateway, which reads the same file. Undefined if there is no gateway of either
 * kind.
 */
export async function withGateway<Answer>(
  { config, db, now }: CommandContext,
  use: (gateway: Gateway) => Promise<Answer>,
): Promise<Answer | undefined> {
  if (config.gateway) return await use(openGateway(config.gateway, { db, now }));
  const file = join(config.dataDir, "gateway.db");
  if (!existsSync(file)) return undefined;
  // If TEST_GATEWAY_PORT is set, the shop's own test gateway uses this port already. So this second
  // process ignores the variable.
  const started = await startTestGateway({ file, ignored: ["TEST_GATEWAY_PORT"] });
  try {
    return await use(openGateway({ adapter: "http", url: started.url, secret: started.secret }, { db, now }));
  } finally {
    await started.stop();
  }
}

/** The message of a command that needs the gateway and cannot ask it. */
export const noGatewayText =
  "The gateway could not be asked: set PAYMENT_GATEWAY_URL and PAYMENT_GATEWAY_SECRET as for the shop, or DATA_DIR where it has its own test gateway.";
export const silentGatewayText = "The gateway could not be asked: it did not respond.";
