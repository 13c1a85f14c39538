const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How long each kind of possibly personal data is kept, in ms, unless the owner configures it
 * (config/retention.ts). This is the one list of periods; each has its deletion in expiries.ts and
 * a test. docs/privacy.md tells people the same periods. Expired data is no longer used, and is
 * deleted within the hour.
 */
export const retention = {
  /** an open checkout, from its beginning; then it is abandoned */
  openCheckout: day,
  /** an unpaid checkout, with its addresses and the values shown in it, from its last change */
  abandonedCheckout: 30 * day,
  /**
   * a paid checkout's copies of email and addresses, which the order has too, and the values shown
   * in it
   */
  completedCheckout: 30 * day,
  /** keys that tell two presses on Pay apart */
  requestKey: 30 * day,
  /** names and addresses of a payment that was declined */
  declinedPayment: 30 * day,
  /** the browser that has paid for an order, and sees its details */
  payer: day,
  /** a guest's permission to see an order, from a mailed link's use */
  orderGrant: hour,
  /** a guest's address on this browser: as long as the browser's cookie */
  savedAddress: 30 * day,
  /** a form that was typed when the session was over */
  formDraft: hour,
  /** a session, from its sign-in */
  session: 7 * day,
  /** a session of the staff, from its sign-in */
  staffSession: 8 * hour,
  /** a browser that an account knows, from its last sign-in: as long as browsers keep a cookie */
  knownDevice: 400 * day,
  /** an email that an account has left, to undo the change */
  formerEmail: 7 * day,
  /** one-time tokens, from their end */
  oneTimeToken: day,
  /** a sign-in at a provider under way */
  socialSignIn: 10 * minute,
  /** a sign-in that waits for its second step */
  pendingSignIn: 10 * minute,
  /** a challenge that a browser is to sign with a passkey */
  passkeyChallenge: 5 * minute,
  /** the numbers of used challenges and links, so that none is used twice */
  spentChallenge: hour,
  /** network, browser and detail of a security event; its row stays */
  securityEventDetail: 365 * day,
  /** counts of violations of a page's content security policy, from the last one */
  policyReport: 30 * day,
  /** emails in the outbox's folder, if there is no mail server */
  outboxEmail: 30 * day,
  /** jobs that are done, which have no payload */
  doneJob: 30 * day,
  /** emails and upkeep that were given up, for a retry */
  failedJob: 90 * day,
  /** tries that are counted for limits */
  countedTry: day,
  /**
   * names and addresses of an order with no open matters, from the day it was placed: unlimited
   * until the owner sets a period
   */
  finishedOrder: Number.POSITIVE_INFINITY,
} as const;

export type Period = keyof typeof retention;

export type RetentionPeriods = Readonly<Record<Period, number>>;
