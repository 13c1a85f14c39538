import { type RawBuilder, sql } from "kysely";

/** The stage of a return: undecided, accepted and awaited, received, or finally decided. */
export type ReturnFilter = "returns" | "returns-awaited" | "returns-received" | "returned";

export const isReturnFilter = (state: string | undefined): state is ReturnFilter =>
  state !== undefined && Object.hasOwn(ordersWith, state);

/** Whether request `q` is undecided, by the rule of `requestStatus` (rules/return-request.ts). */
const isUndecided = sql`q.decision is null and not exists (
  select 1 from order_return as t where t.order_id = q.order_id and t.n = q.n and t.state <> 'asked')`;

const ordersWith: Readonly<Record<ReturnFilter, RawBuilder<unknown>>> = {
  returns: sql`select q.order_id from return_request as q where ${isUndecided}`,
  "returns-awaited": sql`select r.order_id from order_return as r where r.state = 'asked' and not exists (
    select 1 from return_request as q where q.order_id = r.order_id and q.n = r.n and ${isUndecided})`,
  "returns-received": sql`select r.order_id from order_return as r where r.state = 'received'`,
  returned: sql`select r.order_id from order_return as r where r.state in ('restocked', 'written_off', 'refunded')`,
};

/** Whether an order has a return at this stage. */
export const hasReturn = (filter: ReturnFilter) => sql<boolean>`orders.id in (${ordersWith[filter]})`;
