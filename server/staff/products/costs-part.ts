import { marginWords, type ProductCosts } from "../../catalog/rules/costs.ts";
import type { ProductFields } from "../../catalog/rules/product-fields.ts";
import { variantTitle } from "../../catalog/rules/variant-key.ts";
import { dollars } from "../../money.ts";
import type { Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import { fieldError } from "../forms/field-view.ts";
import type { StaffContext } from "../frame.ts";
import { staffCostsPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import type { HistoryEntry } from "../records/history-page.ts";
import { costField } from "./cost-kind.ts";

export type CostsInput = {
  saved: ProductCosts;
  seen: string;
  history: readonly HistoryEntry[];
  notice: string | undefined;
  refusal?: Refusal | undefined;
  typed?: Readonly<Record<string, unknown>> | undefined;
};

/** The costs and margins of variants on a product's page, for people who see reports. */
export const costsPart = (
  context: StaffContext,
  id: string,
  { variants }: Pick<ProductFields, "variants">,
  { saved, seen, history, notice, refusal, typed }: CostsInput,
) => ({
  notice,
  token: context.token,
  action: staffCostsPath(id),
  seen,
  error: refusal?.error,
  mayWrite: may(context.staff, "products:write"),
  rows: variants.map((variant, at) => {
    const cost = saved.costs[variant.id];
    const stored = cost === null || cost === undefined ? "" : (cost / 100).toFixed(2);
    const name = costField(variant.id);
    return {
      name,
      variant: variantTitle(variant) || "One variant",
      label: `Cost of ${variantTitle(variant) || `row ${at + 1}`}`,
      price: dollars(variant.price),
      value: readText(typed?.[name], stored),
      error: fieldError(refusal, name),
      margin: marginWords(variant.price, cost),
    };
  }),
  history,
});
