import { nameOf, type Row } from "./row.ts";
import { avatarRow } from "./rows/avatar.ts";
import { checkoutRows } from "./rows/checkout.ts";
import { customerRows } from "./rows/customers.ts";
import { identityRows } from "./rows/identity.ts";
import { orderRows } from "./rows/orders.ts";
import { shopRows } from "./rows/shop.ts";
import { staffRows } from "./rows/staff.ts";

/**
 * Every route of the shop, and what each requester gets from it. A route without a row fails
 * permissions.test.ts, and so does a row without a route. docs/permissions.md is generated from
 * this table. Each new route needs a row here.
 */
export const table: readonly Row[] = [
  ...shopRows,
  ...checkoutRows,
  avatarRow,
  ...customerRows,
  ...orderRows,
  ...identityRows,
  ...staffRows,
];

export const changes: readonly Row[] = table.filter(({ guard }) => guard !== undefined);
export const rowOf = (name: string): Row => {
  const row = table.find((each) => nameOf(each) === name);
  if (!row) throw new Error(`no row for ${name}`);
  return row;
};
