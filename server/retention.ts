const day = 24 * 3_600_000;

/**
 * How long what may be personal is kept, in ms: the one list of periods. Each feature deletes its
 * own (schedule.ts runs it every hour); docs/privacy.md says the same to people.
 */
export const retention = {
  /** a checkout that was not paid, with its addresses, from its last change */
  abandonedCheckout: 30 * day,
  /** a paid checkout's copies of email and addresses, which the order has too */
  completedCheckout: 30 * day,
  /** what was shown before paying */
  quote: 30 * day,
  /** keys by which two presses on Pay are told apart */
  requestKey: 30 * day,
  /** names and addresses of a payment that was declined */
  declinedPayment: 30 * day,
  /** a guest's address on this browser: as long as the browser's cookie */
  savedAddress: 30 * day,
  /** tries that count for limits */
  countedTry: day,
  /** one-time tokens, from their end */
  oneTimeToken: day,
  /** jobs that are done, which hold nothing */
  doneJob: 30 * day,
  /** emails and upkeep that were given up, for a retry */
  failedJob: 90 * day,
  /** emails in the outbox's folder, where there is no mail server */
  outboxEmail: 30 * day,
  /** network, browser and detail of a security event; its row stays */
  securityEventDetail: 365 * day,
  /** counts of what broke a page's content security policy, from the last one */
  policyReport: 30 * day,
} as const;
