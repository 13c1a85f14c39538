import { inFile, type Mutation } from "../mutation.ts";

const memory = inFile("server/payments/remembering.ts", "tests/payments/remembering.test.ts");
const webhooks = inFile("server/payments/webhook-routes.ts", "tests/payments/webhooks.test.ts");

/** Guards of gateways that keep no keys, and of their webhooks. */
export const rememberingGuards: readonly Mutation[] = [
  memory("gateway", "another call under a key is refused", "earlier.amount !== amountCents)", "false)"),
  memory(
    "gateway",
    "an authorization is not sent twice",
    "if (!earlier) return await send(reference, () => gateway.authorize",
    "return await send(reference, () => gateway.authorize",
  ),
  memory(
    "gateway",
    "a refund whose answer was lost is not sent twice",
    `    return unanswered("outcome_unknown");
  }`,
    `    return undefined;
  }`,
  ),
  webhooks("gateway", "a webhook of another gateway is refused", "const event = isOurs && Buffer", "const event = Buffer"),
  webhooks("gateway", "a webhook counts once", "at: now() })) await wake", "at: now() }) || true) await wake"),
];
