import type { Tx } from "../db/tables.ts";
import { deleteLinks } from "./social/queries.ts";

/**
 * Deletes a customer's links to accounts at providers, which may then be linked to another
 * customer.
 */
export const deleteSocialLinks = async (tx: Tx, customerId: string): Promise<void> => void (await deleteLinks(tx, customerId));
