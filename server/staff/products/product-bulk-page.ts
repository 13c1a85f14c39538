import { view } from "../../web/view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import type { BulkPreview } from "../lists/bulk.ts";
import { staffProductsBulkPath, staffProductsPath } from "../paths.ts";
import type { PriceForm } from "./price-form.ts";

export type ProductAction = "publish" | "hide" | "prices" | "archive" | "bring-back";

const words: Readonly<Record<ProductAction, { title: string; button: string; consequence: string }>> = {
  publish: { title: "Publish products", button: "Publish", consequence: "Shoppers will see them." },
  hide: { title: "Hide products", button: "Hide", consequence: "They become drafts, and shoppers won’t see them." },
  prices: {
    title: "Change prices",
    button: "Change the prices",
    consequence: "Each variant’s price is changed, and rounded to whole cents, half a cent up.",
  },
  archive: {
    title: "Archive products",
    button: "Archive",
    consequence: "Shoppers won’t see or buy them. They are listed only under “Archived”, and stay in orders and reports.",
  },
  "bring-back": { title: "Bring products back", button: "Bring back", consequence: "They come back as drafts." },
};

/** Names of the form's own fields; all others are the selection. */
const formFields = ["way", "value", "compareAt", "action"];

type PreviewInput = {
  action: ProductAction;
  /** the id of the run that the button would start */
  id: string;
  /** the query of the list's address */
  selection: string;
  form: PriceForm;
  error: string | undefined;
  /** absent if the form contains no valid change */
  preview: (BulkPreview & { before?: string; after?: string }) | undefined;
  sample: readonly { name: string; before: string; after: string }[];
};

const choicesOf = <Value extends string>(now: Value, values: readonly (readonly [Value, string])[]) =>
  values.map(([value, text]) => ({ value, text, chosen: value === now }));

/** The numbers of an action on many products, shown before it does anything. */
export const productBulkPage = (context: StaffContext, input: PreviewInput) => {
  const { action, id, selection, form, error, preview, sample } = input;
  const parameters = [...new URLSearchParams(selection)].filter(([name]) => !formFields.includes(name));
  return {
    ...staffFrame(context, words[action].title, staffProductsPath),
    token: context.token,
    path: staffProductsPath,
    action: staffProductsBulkPath,
    name: action,
    button: words[action].button,
    consequence: words[action].consequence,
    id,
    selection,
    prices:
      action === "prices"
        ? {
            ways: choicesOf(form.way, [
              ["lower", "Lower by"],
              ["raise", "Raise by"],
            ]),
            value: {
              name: "value",
              label: "Percentage or dollars",
              value: form.value,
              required: true,
              error,
              hint: "Such as 10% or 2.50",
            },
            compareAts: choicesOf(form.compareAt, [
              ["kept", "Leave it as it is"],
              ["shown", "Show today’s price, where the new one is lower"],
              ["removed", "Remove it"],
            ]),
            kept: parameters.map(([name, value]) => ({ name, value })),
          }
        : undefined,
    preview: preview && {
      will: preview.isCapped ? `more than ${preview.will}` : String(preview.will),
      isNone: preview.will === 0,
      wont: preview.wont,
      before: preview.before ?? "",
      after: preview.after ?? "",
      isCapped: preview.isCapped,
    },
    sample,
  };
};

type ProductBulkPage = ReturnType<typeof productBulkPage>;
export const productBulkView = view<ProductBulkPage>("staff/product-bulk");
