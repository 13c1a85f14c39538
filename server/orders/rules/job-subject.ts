/**
 * The id of the order that a job of the lane `money` belongs to; undefined if the subject does not
 * begin with an order's id. The subject is the order's id, or for a refund it begins with that id.
 */
export const orderOfJob = (subject: string): string | undefined => /^[0-9a-f]{32}/.exec(subject)?.[0];
