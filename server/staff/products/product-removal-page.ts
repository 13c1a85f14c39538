import { view } from "../../web/view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { staffProductArchivePath, staffProductPath, staffProductRemovalPath, staffProductsPath } from "../paths.ts";

type RemovalInput = {
  id: string;
  name: string;
  seen: string;
  isArchived: boolean;
  uses: readonly string[];
  error?: string | undefined;
};

/** Asks before a product is deleted, or says why it can't be and offers to archive it. */
export const productRemovalPage = (context: StaffContext, { id, name, seen, isArchived, uses, error }: RemovalInput) => ({
  ...staffFrame(context, `Delete ${name}`, staffProductsPath),
  token: context.token,
  name,
  product: staffProductPath(id),
  error,
  removal: uses.length === 0 ? { action: staffProductRemovalPath(id), seen } : undefined,
  uses,
  archive: isArchived ? undefined : staffProductArchivePath(id),
});

type ProductRemovalPage = ReturnType<typeof productRemovalPage>;
export const productRemovalView = view<ProductRemovalPage>("staff/product-removal");
