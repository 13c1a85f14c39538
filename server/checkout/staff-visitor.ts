import type { Visitor } from "../web/visitor.ts";

const prefix = "staff:";

/** The staff acting for a phone order's shopper. No browser's cookie has such an id. */
export const staffVisitor = (actor: `staff:${string}`): Visitor => ({ id: actor, customerId: undefined });

export const isStaffVisitor = ({ id }: Pick<Visitor, "id">): boolean => id?.startsWith(prefix) === true;
