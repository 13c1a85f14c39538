import { ConfigError } from "../config.ts";
import type { Shop } from "../shop.ts";

/** In ms: how long the start waits for the answer, and when a silent gateway is asked again. */
const times = { deadline: 5_000, again: 60_000 };

type CheckContext = Pick<Shop, "gateway" | "log">;

/**
 * Asks the gateway whether it takes this shop's calls. Throws a `ConfigError` if it refuses them. A
 * gateway that does not answer keeps no shop from starting: it is asked again until it answers.
 */
export async function checkGateway({ gateway, log }: CheckContext, { deadline, again } = times): Promise<void> {
  const result = await gateway.check({ deadlineMs: deadline });
  if (result.status === "refused") throw new ConfigError(result.text);
  if (result.status === "accepted") return;
  log.warn({ code: result.code }, "the payment gateway does not answer: it is asked again");
  const askAgain = () =>
    checkGateway({ gateway, log }, { deadline, again }).catch((error: Error) =>
      log.error({ why: error.message }, "the payment gateway refuses this shop"),
    );
  setTimeout(askAgain, again).unref();
}
