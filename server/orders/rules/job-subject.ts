/** The order id of a money job: its subject, or the beginning of a refund's subject. */
export const orderOfJob = (subject: string): string | undefined => /^[0-9a-f]{32}/.exec(subject)?.[0];
