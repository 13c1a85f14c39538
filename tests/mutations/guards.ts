import { accountGuards } from "./guards/accounts.ts";
import { attemptGuards } from "./guards/attempts.ts";
import { authorizeNetGuards } from "./guards/authorize-net.ts";
import { fsckGuards } from "./guards/fsck.ts";
import { gatewayGuards } from "./guards/gateway.ts";
import { hostedPageGuards } from "./guards/hosted-pages.ts";
import { jobGuards } from "./guards/jobs.ts";
import { nmiGuards } from "./guards/nmi.ts";
import { orderGuards } from "./guards/orders.ts";
import { ownerMailGuards } from "./guards/owner-mails.ts";
import { pageGuards } from "./guards/pages.ts";
import { pressGuards } from "./guards/presses.ts";
import { rememberingGuards } from "./guards/remembering.ts";
import { requestGuards } from "./guards/requests.ts";
import { stockAndPromos } from "./guards/stock-and-promos.ts";
import { stripeGuards } from "./guards/stripe.ts";
import { sweepGuards } from "./guards/sweep.ts";
import { tableGuards } from "./guards/tables.ts";
import { upgradeGuards } from "./guards/upgrade.ts";
import type { Mutation } from "./mutation.ts";

const groups: Readonly<Record<string, readonly Mutation[]>> = {
  stock: stockAndPromos,
  attempts: attemptGuards,
  presses: pressGuards,
  gateway: gatewayGuards,
  "authorize-net": authorizeNetGuards,
  nmi: nmiGuards,
  stripe: stripeGuards,
  keyless: rememberingGuards,
  "hosted-pages": hostedPageGuards,
  orders: orderGuards,
  sweep: sweepGuards,
  tables: tableGuards,
  fsck: fsckGuards,
  jobs: jobGuards,
  mails: ownerMailGuards,
  pages: pageGuards,
  upgrade: upgradeGuards,
  requests: requestGuards,
  accounts: accountGuards,
};

export type Guard = Mutation & { group: string };

/** Every guard of all groups, with the test file that detects its loss. */
export const guards: readonly Guard[] = Object.entries(groups).flatMap(([group, mutations]) =>
  mutations.map((mutation) => ({ ...mutation, group })),
);
