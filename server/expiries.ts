import { abandonCheckouts, abandonExchanges, emptyCompleted, expireAbandoned } from "./checkout/expiry.ts";
import { deleteOldAddresses, emptyOldEvents } from "./customers/expiry.ts";
import { deleteExpiredDevices } from "./customers/known-devices.ts";
import { deleteOneTimeTokensBefore } from "./customers/one-time-tokens.ts";
import { deleteExpiredFormerEmails } from "./customers/queries/former-emails.ts";
import { deleteSessionsBefore } from "./customers/sessions.ts";
import { deleteTriesBefore } from "./db/tries.ts";
import { deleteExpiredPending } from "./identity/factors/queries.ts";
import { deleteExpiredChallenges } from "./identity/passkeys/queries.ts";
import { deleteExpiredSocial } from "./identity/social/queries.ts";
import { deleteOldEmails } from "./jobs/outbox.ts";
import { deleteDoneJobs, deleteFailedJobs } from "./jobs/prune.ts";
import { deleteExpiredGrants, forgetPayers } from "./orders/grants.ts";
import { deleteOldKeys, emptyDeclined } from "./payments/expiry.ts";
import { anonymizeFinishedOrders } from "./personal-data/expiry.ts";
import { type Period, retention } from "./retention.ts";
import type { Shop } from "./shop.ts";
import { deleteEndedStaffSessions } from "./staff/sign-in/queries/sessions.ts";
import { deleteOldViolations } from "./web/csp-reports/routes.ts";
import { deleteExpiredDrafts } from "./web/form-drafts.ts";
import { deleteChallenges } from "./web/proof-of-work/queries.ts";

type Expiry = (shop: Pick<Shop, "db" | "config">, now: number) => Promise<unknown>;

/**
 * For each retention period, the function that deletes or empties, in batches, the data whose
 * period has ended by `now` (ms). If the rows store the time of their own expiry, that time
 * decides.
 */
export const expiries: Readonly<Record<Period, Expiry>> = {
  openCheckout: async ({ db }, now) => {
    await abandonCheckouts(db, now);
    await abandonExchanges(db, now);
  },
  abandonedCheckout: ({ db, config }, now) => expireAbandoned(db, now - config.retention.abandonedCheckout),
  completedCheckout: ({ db }, now) => emptyCompleted(db, now),
  requestKey: ({ db }, now) => deleteOldKeys(db, now),
  declinedPayment: ({ db, config }, now) => emptyDeclined(db, now - config.retention.declinedPayment, now),
  payer: ({ db }, now) => forgetPayers(db, now),
  orderGrant: ({ db }, now) => deleteExpiredGrants(db, now),
  savedAddress: ({ db }, now) => deleteOldAddresses(db, now),
  formDraft: ({ db }, now) => deleteExpiredDrafts(db, now),
  session: ({ db }, now) => deleteSessionsBefore(db, now),
  staffSession: ({ db }, now) => deleteEndedStaffSessions(db, now),
  knownDevice: ({ db }, now) => deleteExpiredDevices(db, now),
  formerEmail: ({ db }, now) => deleteExpiredFormerEmails(db, now),
  oneTimeToken: ({ db }, now) => deleteOneTimeTokensBefore(db, now - retention.oneTimeToken),
  socialSignIn: ({ db }, now) => deleteExpiredSocial(db, now),
  pendingSignIn: ({ db }, now) => deleteExpiredPending(db, now),
  passkeyChallenge: ({ db }, now) => deleteExpiredChallenges(db, now),
  spentChallenge: ({ db }, now) => deleteChallenges(db, now),
  securityEventDetail: ({ db, config }, now) => emptyOldEvents(db, now - config.retention.securityEventDetail, now),
  policyReport: ({ db }, now) => deleteOldViolations(db, now),
  outboxEmail: ({ config }, now) => deleteOldEmails(config.dataDir, now - config.retention.outboxEmail),
  doneJob: ({ db }, now) => deleteDoneJobs(db, now),
  failedJob: ({ db, config }, now) => deleteFailedJobs(db, now - config.retention.failedJob),
  countedTry: ({ db }, now) => deleteTriesBefore(db, now - retention.countedTry),
  finishedOrder: async ({ db, config }, now) => {
    const period = config.retention.finishedOrder;
    if (period < Number.POSITIVE_INFINITY) await anonymizeFinishedOrders(db, now - period, now);
  },
};
