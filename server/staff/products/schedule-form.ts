import type { z } from "zod";
import type { ProductSchedule, ScheduledPrice, VariantFields } from "../../catalog/rules/product-fields.ts";
import type { Dates } from "../../dates.ts";
import { newShortId } from "../../ids.ts";
import { type Cents, parseDollars } from "../../money.ts";
import { invalidFields, type Outcome, ok } from "../../outcome.ts";
import type { productCalls } from "./product-calls.ts";

export type ScheduleBody = z.output<typeof productCalls.saveSchedule.body>;

/**
 * Whether the form has a time that does not exist, since the shop's clock skips it for summer time.
 */
export const hasSkippedTime = ({ publishAt, unpublishAt, startsAt, endsAt }: ScheduleBody, dates: Dates): boolean =>
  [publishAt, unpublishAt, startsAt, endsAt].some((time) => time !== "" && dates.typed(dates.atLocal(time)) !== time);

/** Reads a price in dollars, or a percentage off the present price; undefined for other texts. */
export function priceFrom(text: string, now: Cents): Cents | undefined {
  const percent = /^-?(\d{1,2})\s?%$/.exec(text.trim())?.[1];
  return percent === undefined ? parseDollars(text) : Math.round((now * (100 - Number(percent))) / 100);
}

const fault = (field: string, message: string) => invalidFields([{ field, message }]);

function newPrices(
  { variant, price, startsAt, endsAt, showsFormer }: ScheduleBody,
  variants: readonly VariantFields[],
  dates: Dates,
  now: number,
): Outcome<ScheduledPrice[]> {
  const pricedVariants = variants.filter(({ id }) => variant === "" || id === variant);
  const prices = pricedVariants.map((each) => ({ each, cents: priceFrom(price, each.price) }));
  const [start, end] = [startsAt === "" ? now : dates.atLocal(startsAt), endsAt === "" ? null : dates.atLocal(endsAt)];
  if (prices.some(({ cents }) => cents === undefined))
    return fault("price", "Enter dollars, such as 12.50, or a percentage, such as 20%.");
  if (Number.isNaN(start)) return fault("startsAt", "There is no such day.");
  if (end !== null && !(end > now)) return fault("endsAt", "Choose an end that is still to come.");
  return ok(
    prices.map(({ each, cents = 0 }) => ({
      id: newShortId(),
      variantId: each.id,
      price: cents,
      startsAt: start,
      endsAt: end,
      showsFormer: showsFormer === "1",
    })),
  );
}

/**
 * The schedule after a form: its times of publication, without the removed price and with the added
 * prices.
 */
export function scheduleOf(
  saved: ProductSchedule,
  body: ScheduleBody,
  variants: readonly VariantFields[],
  { dates, now }: { dates: Dates; now: number },
): Outcome<ProductSchedule> {
  // An unchanged time keeps its seconds.
  const at = (text: string, former: number | null): number | null => {
    if (text === "") return null;
    return former !== null && dates.typed(former) === text ? former : dates.atLocal(text);
  };
  const [publishAt, unpublishAt] = [at(body.publishAt, saved.publishAt), at(body.unpublishAt, saved.unpublishAt)];
  const isGone = (time: number | null, former: number | null) => time !== null && time !== former && !(time > now);
  if (isGone(publishAt, saved.publishAt)) return fault("publishAt", "Choose a time that is still to come.");
  if (isGone(unpublishAt, saved.unpublishAt)) return fault("unpublishAt", "Choose a time that is still to come.");
  const added = body.price.trim() === "" ? ok([]) : newPrices(body, variants, dates, now);
  if (!added.ok) return added;
  return ok({ publishAt, unpublishAt, prices: [...saved.prices.filter(({ id }) => id !== body.remove), ...added.value] });
}
