import type { Shop } from "../shop.ts";
import type { Visitor } from "../web/visitor.ts";
import type { BotCheck } from "./bot-check/bot-check.ts";
import type { IdentityProvider } from "./provider.ts";

/** What the functions of signing in need. */
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

/** The origin of a request: the browser, and its network address. */
export type Requester = { visitor: Visitor & { id: string }; address: string };
