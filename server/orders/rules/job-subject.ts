/** The order id of a money job: its subject, or how a refund's subject begins. */
export const orderOfJob = (subject: string): string | undefined => /^[0-9a-f]{32}/.exec(subject)?.[0];
