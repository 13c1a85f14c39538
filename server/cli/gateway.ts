import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Gateway } from "../payments/gateways/gateway.ts";
import { openGateway } from "../payments/gateways/open.ts";
import { startTestGateway } from "../payments/gateways/test/start.ts";
import type { CommandContext } from "./command.ts";

/**
 * Calls `use` with the configured gateway. Without one the shop has its own test gateway: then this
 * starts another process of it, which answers from the same file. Undefined if there is neither.
 */
export async function withGateway<Answer>(
  { config }: CommandContext,
  use: (gateway: Gateway) => Promise<Answer>,
): Promise<Answer | undefined> {
  if (config.gateway) return await use(openGateway(config.gateway));
  const file = join(config.dataDir, "gateway.db");
  if (!existsSync(file)) return undefined;
  // TEST_GATEWAY_PORT, if set, is the port of the shop's own test gateway.
  const started = await startTestGateway({ file, ignored: ["TEST_GATEWAY_PORT"] });
  try {
    return await use(openGateway({ adapter: "http", url: started.url, secret: started.secret }));
  } finally {
    await started.stop();
  }
}

/** Words for a command that has to ask the gateway and cannot. */
export const noGatewayText =
  "The gateway could not be asked: set PAYMENT_GATEWAY_URL and PAYMENT_GATEWAY_SECRET as for the shop, or DATA_DIR where it has its own test gateway.";
export const silentGatewayText = "The gateway could not be asked: it did not respond.";
