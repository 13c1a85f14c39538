import type { Shop } from "../shop.ts";
import type { Visitor } from "../web/visitor.ts";
import type { BotCheck } from "./bot-check/bot-check.ts";
import type { IdentityProvider } from "./provider.ts";

/** What signing in works with. */
export type Identity = Pick<Shop, "db" | "now" | "notifyWorker"> & {
  provider: IdentityProvider;
  bots: BotCheck;
  secret: string;
  /**
   * whether the demo shop's accounts may be used: outside production, on a loopback address
   * (decisions §1)
   */
  demo: boolean;
};

/** Who makes a request: the browser, and the address that it comes from. */
export type Requester = { visitor: Visitor & { id: string }; address: string };
