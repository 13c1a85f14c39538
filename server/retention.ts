const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How long what may be personal is kept, in ms, unless the owner says otherwise (config/retention.ts): the
 * one list of periods, each with what deletes it in expiries.ts and a test. docs/privacy.md says the same to people. What a period has ended for opens
 * nothing from then on, and is deleted within the hour.
 */
export const retention = {
  /** an open checkout, from its beginning; then it is abandoned */
  openCheckout: day,
  /** a checkout that was not paid, with its addresses and what was shown in it, from its last change */
  abandonedCheckout: 30 * day,
  /** a paid checkout's copies of email and addresses, which the order has too, and what was shown in it */
  completedCheckout: 30 * day,
  /** keys by which two presses on Pay are told apart */
  requestKey: 30 * day,
  /** names and addresses of a payment that was declined */
  declinedPayment: 30 * day,
  /** which browser has paid for an order, and sees its details */
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
  /** what a browser is to sign with a passkey */
  passkeyChallenge: 5 * minute,
  /** the numbers of challenges and links that did their work, so that none does it twice */
  spentChallenge: hour,
  /** network, browser and detail of a security event; its row stays */
  securityEventDetail: 365 * day,
  /** counts of what broke a page's content security policy, from the last one */
  policyReport: 30 * day,
  /** emails in the outbox's folder, where there is no mail server */
  outboxEmail: 30 * day,
  /** jobs that are done, which hold nothing */
  doneJob: 30 * day,
  /** emails and upkeep that were given up, for a retry */
  failedJob: 90 * day,
  /** tries that count for limits */
  countedTry: day,
  /** names and addresses of an order that nothing is open of, from the day it was placed: until the owner sets a period */
  finishedOrder: Number.POSITIVE_INFINITY,
} as const;

export type Period = keyof typeof retention;

export type RetentionPeriods = Readonly<Record<Period, number>>;
