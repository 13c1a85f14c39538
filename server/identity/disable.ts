import type { Tx } from "../db/tables.ts";
import { deleteLinks } from "./social/queries.ts";

/** Accounts elsewhere that opened a customer's account open it no more, and may open another. */
export const forgetSocialLinks = async (tx: Tx, customerId: string): Promise<void> => void (await deleteLinks(tx, customerId));
