/** How an answer goes wrong on its way to the shop. */
export type ResponseFault =
  | "slow"
  | "reset"
  | "server_error"
  | "unauthorized"
  | "truncated"
  | "empty"
  | "garbage"
  | "twice"
  | "crossed"
  | "declined"
  | "contradict"
  | "contradict_approved";

/**
 * The fault of one kind of call. Without `spoil` the answer arrives intact, but may have a wrong
 * amount or be a refusal.
 */
export type FaultRule = {
  on: "authorize" | "capture" | "void" | "refund" | "lookup";
  spoil?: ResponseFault;
  /**
   * whether the call is recorded: immediately (default), never, or after the connection broke
   */
  recorded?: "never" | "later";
  /** how many calls fail before a call succeeds; all new calls fail if absent */
  times?: number;
  /** the amount that is held instead of the requested one, in cents */
  amount?: (cents: number) => number;
  declines?: string;
  /** a lookup answers that the transaction does not exist */
  hides?: true;
  /** the payment is reviewed until `POST /review` decides */
  held?: true;
  /** a part is not refunded before `POST /settle` */
  unsettled?: true;
};

/**
 * The cards of docs/test-cards.md. 9999 is assigned to no issuer: 9 is for national use and no
 * country has the number 999.
 */
const faults: readonly [number: string, name: string, ...mishaps: FaultRule[]][] = [
  ["9999990000000014", "slow", { on: "authorize", spoil: "slow" }],
  ["9999990000000022", "drop_before", { on: "authorize", spoil: "reset", recorded: "never" }],
  ["9999990000000030", "drop_after", { on: "authorize", spoil: "reset" }],
  ["9999990000000048", "error_before", { on: "authorize", spoil: "server_error", recorded: "never" }],
  ["9999990000000055", "error_after", { on: "authorize", spoil: "server_error" }],
  ["9999990000000063", "truncated", { on: "authorize", spoil: "truncated" }],
  ["9999990000000071", "empty", { on: "authorize", spoil: "empty" }],
  ["9999990000000089", "garbage", { on: "authorize", spoil: "garbage" }],
  ["9999990000000097", "twice", { on: "authorize", spoil: "twice" }],
  ["9999990000000105", "crossed", { on: "authorize", spoil: "crossed" }],
  ["9999990000000113", "late", { on: "authorize", spoil: "reset", recorded: "later" }],
  ["9999990000000121", "partial", { on: "authorize", amount: (cents) => Math.max(1, Math.floor(cents / 2)) }],
  ["9999990000000139", "altered", { on: "authorize", amount: (cents) => cents + 100 }],
  ["9999990000000147", "declined_dropped", { on: "authorize", spoil: "reset", declines: "card_declined" }],
  ["9999990000000154", "lookup_down", { on: "authorize", spoil: "reset" }, { on: "lookup", spoil: "server_error", times: 3 }],
  ["9999990000000162", "capture_fails_first", { on: "capture", spoil: "server_error", recorded: "never", times: 1 }],
  ["9999990000000170", "capture_dropped", { on: "capture", spoil: "reset" }],
  ["9999990000000188", "capture_declined", { on: "capture", declines: "authorization_expired" }],
  ["9999990000000196", "void_fails_first", { on: "void", spoil: "server_error", recorded: "never", times: 1 }],
  ["9999990000000204", "void_dropped", { on: "void", spoil: "reset" }],
  ["9999990000000212", "refund_fails_first", { on: "refund", spoil: "server_error", recorded: "never", times: 1 }],
  ["9999990000000220", "refund_dropped", { on: "refund", spoil: "reset" }],
  ["9999990000000238", "refund_declined", { on: "refund", declines: "account_closed" }],
  ["9999990000000246", "declined_but_charged", { on: "authorize", spoil: "declined" }],
  ["9999990000000253", "contradict", { on: "authorize", spoil: "contradict" }],
  ["9999990000000261", "contradict_approved", { on: "authorize", spoil: "contradict_approved", declines: "card_declined" }],
  ["9999990000000279", "401_after_charge", { on: "authorize", spoil: "unauthorized" }],
  ["9999990000000287", "lookup_stale", { on: "authorize", spoil: "reset" }, { on: "lookup", hides: true }],
  ["9999990000000295", "held", { on: "authorize", held: true }],
  ["9999990000000303", "unsettled", { on: "refund", unsettled: true }],
];

export const faultCards: ReadonlyMap<string, string> = new Map(faults.map(([number, name]) => [number, name]));

const rulesByName = new Map(faults.map(([, name, ...mishaps]) => [name, mishaps]));

/**
 * The fault of this kind of call; undefined if it succeeds. `fault` is a name from the list above.
 */
export const faultRuleOn = (on: FaultRule["on"], fault: string | null): FaultRule | undefined =>
  rulesByName.get(fault ?? "")?.find((rule) => rule.on === on);
