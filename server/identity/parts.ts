import type { EventSource } from "../customers/security-events.ts";
import type { Db, Tx } from "../db/tables.ts";
import type { Shop } from "../shop.ts";
import type { Visitor } from "../web/visitor.ts";
import type { BotCheck } from "./bot-check/bot-check.ts";
import type { IdentityProvider } from "./provider.ts";

/** The parts that the functions of signing in need. */
export type Identity = Pick<Shop, "db" | "now" | "notifyWorker"> & {
  provider: IdentityProvider;
  bots: BotCheck;
  secret: string;
  /**
   * failed passwords in the whole shop before further ones are refused; strangers and known devices
   * each have this limit
   */
  maxFailuresPerHour: number;
  /**
   * links requested in the whole shop before further ones are refused; strangers and known devices
   * each have this limit
   */
  maxMailsPerHour: number;
  /** whether the demo shop's accounts may be used: outside production, on a loopback address */
  demo: boolean;
  visitorGrants: VisitorGrants;
};

/**
 * Moves and ends a browser's access to orders, which it has as their payer or by a mailed link.
 * This is passed in, since this feature does not know orders.
 */
export type VisitorGrants = {
  move: (tx: Tx, from: string, to: string) => Promise<void>;
  end: (db: Db, visitor: string) => Promise<void>;
};

/**
 * The origin of a request: the browser, its network address, and the source for recorded events.
 */
export type Requester = {
  visitor: Visitor & { id: string };
  address: string;
  source: EventSource;
  /** secrets by which accounts know this browser */
  deviceSecrets: readonly string[];
  /** hashes of the cookies of social sign-ins that this browser has begun */
  flows: readonly string[];
};
