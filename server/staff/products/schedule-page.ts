import type { ProductFields, ProductSchedule, ScheduledPrice } from "../../catalog/rules/product-fields.ts";
import type { Dates } from "../../dates.ts";
import { dollars } from "../../money.ts";
import { readText } from "../../read-text.ts";
import { type StateLabel, stateLabel } from "../../state-label.ts";
import { view } from "../../web/view.ts";
import { fieldError, formErrors, type ResentForm } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { staffProductPath, staffProductsPath, staffSchedulePath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import type { HistoryEntry } from "../records/history-page.ts";
import { productState } from "./product-row.ts";

type ScheduleInput = {
  id: string;
  product: ProductFields;
  saved: ProductSchedule;
  seen: string;
  now: number;
  history: readonly HistoryEntry[];
};

type FormResult = ResentForm & { notice?: string | undefined };

function stateOf({ variantId, price, startsAt }: ScheduledPrice, { variants }: ProductFields, now: number): StateLabel {
  if (startsAt > now) return stateLabel("waiting", "To come");
  const variant = variants.find(({ id }) => id === variantId);
  // If somebody changes the variant's price meanwhile, the new price stays when the schedule ends.
  return variant && variant.price !== price ? stateLabel("waiting", "Price changed since") : stateLabel("done", "Holds");
}

/**
 * The page of a product's schedule: the times at which it is published and hidden automatically,
 * and its temporary prices. All times are by the shop's clock.
 */
export const schedulePage = (
  context: StaffContext,
  dates: Dates,
  input: ScheduleInput,
  { notice, refusal, typed = {} }: FormResult = {},
) => {
  const { id, product, saved, seen, now, history } = input;
  const localOf = (at: number | null) => (at === null ? "" : dates.typed(at));
  const field = (name: string, label: string, value: string, type = "datetime-local") => ({
    name,
    label,
    type,
    value: readText(typed[name], value),
    error: fieldError(refusal, name),
  });
  const nameOf = (variantId: string) => {
    const variant = product.variants.find((each) => each.id === variantId);
    return variant
      ? [Object.values(variant.options).join(" / "), variant.sku].filter(Boolean).join(", ") || product.name
      : "Not sold any more";
  };
  return {
    ...staffFrame(context, `Schedule of ${product.name}`, staffProductsPath),
    token: context.token,
    notice,
    seen,
    name: product.name,
    product: staffProductPath(id),
    action: staffSchedulePath(id),
    mayWrite: may(context.staff, "products:write"),
    ...formErrors(refusal),
    state: productState(product),
    zone: dates.timeZone,
    publishAt: field("publishAt", "Publish at", localOf(saved.publishAt)),
    unpublishAt: field("unpublishAt", "Hide at", localOf(saved.unpublishAt)),
    variants: [
      { value: "", text: "All variants" },
      ...product.variants.map((each) => ({ value: each.id, text: nameOf(each.id) })),
    ].map((each) => ({ ...each, chosen: each.value === readText(typed.variant) })),
    price: { ...field("price", "Price", "", "text"), hint: "In dollars, or such as 20% off the price now." },
    startsAt: { ...field("startsAt", "From", ""), hint: "Leave empty to begin at once." },
    endsAt: { ...field("endsAt", "To", ""), hint: "Leave empty to keep the price. At its end the price before comes back." },
    showsFormer: typed.price === undefined || typed.showsFormer === "1",
    prices: saved.prices.map((each) => ({
      id: each.id,
      variant: nameOf(each.variantId),
      price: dollars(each.price),
      from: dates.moment(each.startsAt),
      to: each.endsAt === null ? undefined : dates.moment(each.endsAt),
      state: stateOf(each, product, now),
      removal: each.startsAt <= now ? "End now" : "Remove",
    })),
    history,
  };
};

type SchedulePage = ReturnType<typeof schedulePage>;
export const scheduleView = view<SchedulePage>("staff/product-schedule");
