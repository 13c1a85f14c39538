/** The id of the order that a money job is about: its subject, or what a refund's subject begins with. */
export const orderOfJob = (subject: string): string | undefined => /^[0-9a-f]{32}/.exec(subject)?.[0];
