import type { Tx } from "../db/tables.ts";
import { deleteProduct } from "./queries/remove-product.ts";

/** Deletes a product to which no other record refers, with its variants and pictures. */
export const removeProduct = (tx: Tx, id: string): Promise<void> => deleteProduct(tx, id);
