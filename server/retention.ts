const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * The period in ms for which each kind of possibly personal data is kept, unless the owner
 * configures another (config/retention.ts). This is the only list of periods; for each period,
 * expiries.ts has a deletion and there is a test. docs/privacy.md tells people the same periods.
 * Expired data is no longer used, and is deleted within the hour.
 */
export const retention = {
  /** an open checkout, from its start; then it is abandoned */
  openCheckout: day,
  /** an unpaid checkout with its addresses and shown values, from its last change */
  abandonedCheckout: 30 * day,
  /**
   * a paid checkout's copies of the email and addresses, which the order has too, and its shown
   * values
   */
  completedCheckout: 30 * day,
  /** keys that distinguish two presses on Pay, or two webhooks of the gateway */
  requestKey: 30 * day,
  /** names and addresses of a payment that was declined */
  declinedPayment: 30 * day,
  /** the browser that paid for an order and therefore sees its details */
  payer: day,
  /** a guest's permission to see an order, from the use of a mailed link */
  orderGrant: hour,
  /** a guest's address saved in this browser: as long as the browser's cookie */
  savedAddress: 30 * day,
  /** a form that was sent after its session had ended */
  formDraft: hour,
  /** a customer's session, from the sign-in */
  session: 7 * day,
  /** a staff member's session, from the sign-in */
  staffSession: 8 * hour,
  /** a browser that an account knows, from the last sign-in: as long as browsers keep a cookie */
  knownDevice: 400 * day,
  /** a former email of an account, to undo the change */
  formerEmail: 7 * day,
  /** one-time tokens, from their expiry */
  oneTimeToken: day,
  /** an unfinished sign-in at an external provider */
  socialSignIn: 10 * minute,
  /** a sign-in that waits for its second step */
  pendingSignIn: 10 * minute,
  /** a challenge for a browser to sign with a passkey */
  passkeyChallenge: 5 * minute,
  /** the numbers of used challenges and links, so that they cannot be used twice */
  spentChallenge: hour,
  /** network, browser and detail of a security event; the event's row stays */
  securityEventDetail: 365 * day,
  /** counts of violations of a page's content security policy, from the last violation */
  policyReport: 30 * day,
  /** emails written into the outbox folder because there is no mail server */
  outboxEmail: 30 * day,
  /** finished jobs, which have no payload */
  doneJob: 30 * day,
  /** email and upkeep jobs that were given up, for a retry */
  failedJob: 90 * day,
  /** tries, such as of a password, that are counted for limits */
  countedTry: day,
  /**
   * names and addresses of a finished order, from the day it was placed: unlimited until the owner
   * sets a period
   */
  finishedOrder: Number.POSITIVE_INFINITY,
} as const;

export type Period = keyof typeof retention;

export type RetentionPeriods = Readonly<Record<Period, number>>;
