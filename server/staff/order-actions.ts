import { z } from "zod";
import type { Db } from "../db/tables.ts";
import { parseDollars } from "../money.ts";
import { cancelForShop, type ReleasePromoUse } from "../orders/cancel.ts";
import { declineCancelation } from "../orders/cancelation.ts";
import { editOrder } from "../orders/edit.ts";
import { fulfilOrder } from "../orders/fulfil.ts";
import type { LineUnits } from "../orders/line-standings.ts";
import { addOrderNote } from "../orders/notes.ts";
import { type RefundWish, refundOrder } from "../orders/refund.ts";
import { resendOrderEmail } from "../orders/resend.ts";
import { askReturn, takeReturn } from "../orders/return.ts";
import type { Actor } from "../orders/rules/actor.ts";
import { shipmentOf } from "../orders/rules/carriers.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { parseInput } from "../web/read.ts";
import type { OrderAction } from "./paths.ts";

const line = (most: number) =>
  z
    .string()
    .max(most)
    .refine((typed) => !/\p{Cc}/u.test(typed), "must not contain control characters")
    .default("");
/** Lines may be broken; other control characters are nobody's typing. */
const paragraphs = (most: number) =>
  z
    .string()
    .max(most)
    .refine((typed) => !/[^\P{Cc}\n\r\t]/u.test(typed), "must not contain control characters")
    .default("");
const seen = z.coerce.number().int().min(0).max(100_000);

/** How many decisions the page had shown, and the fields of each form. */
export const orderForms = {
  fulfilment: z.looseObject({ seen, carrier: line(200), tracking: line(200), how: z.enum(["all", "lines"]).default("all") }),
  cancelation: z.object({ seen }),
  keeping: z.object({ seen }),
  edit: z.object({ seen, lineId: line(64), quantity: z.coerce.number().int().min(0).max(9999) }),
  refund: z.looseObject({ seen, how: z.enum(["lines", "amount", "all"]), amount: line(20) }),
  note: z.object({ note: paragraphs(20_000), to: z.enum(["staff", "shopper"]) }),
  return: z.looseObject({ seen, how: z.enum(["ask", "restock", "write-off"]) }),
  /** `seen`: how many were sent again by then */
  email: z.object({ seen, email: line(200) }),
} as const satisfies Record<OrderAction, z.ZodType>;

type Acting = { db: Db; orderId: string; actor: Actor; now: number; releasePromoUse: ReleasePromoUse };
type Done = Outcome<unknown>;

/** Units of lines, in fields that are named `line-ID`; those of none are left out. */
function unitsIn(fields: Readonly<Record<string, unknown>>): Outcome<LineUnits[]> {
  const units: LineUnits[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const lineId = /^line-(.+)$/.exec(name)?.[1];
    if (lineId === undefined || value === "" || value === "0") continue;
    if (typeof value !== "string" || !/^\d{1,4}$/.test(value)) return refuse("invalid", "Enter how many units, as a number.");
    units.push({ lineId, quantity: Number(value) });
  }
  return units.length > 0 ? ok(units) : refuse("invalid", "Enter how many units of which product.");
}

function refundWish(form: z.output<typeof orderForms.refund>): Outcome<RefundWish> {
  if (form.how === "all") return ok({ all: true });
  if (form.how === "amount") {
    const amount = parseDollars(form.amount);
    return amount ? ok({ amount }) : refuse("invalid", "Enter an amount in dollars, such as 12.50.");
  }
  const lines = unitsIn(form);
  return lines.ok ? ok({ lines: lines.value }) : lines;
}

const actions: Readonly<Record<OrderAction, (acting: Acting, typed: unknown) => Promise<Done>>> = {
  fulfilment: async ({ db, orderId, actor, now }, typed) => {
    const form = parseInput(orderForms.fulfilment, typed);
    if (!form.ok) return form;
    const { carrier, tracking, how, seen } = form.value;
    const lines = how === "lines" ? unitsIn(form.value) : ok(undefined);
    if (!lines.ok) return lines;
    if ((carrier.trim() === "") !== (tracking.trim() === ""))
      return refuse("invalid", "Give both the carrier and the tracking number, or neither.");
    const shipment = carrier.trim() === "" ? ok(undefined) : shipmentOf(carrier, tracking);
    if (!shipment.ok) return shipment;
    return await fulfilOrder(db, { orderId, shipment: shipment.value, lines: lines.value, seen, now, actor });
  },
  cancelation: async ({ db, orderId, actor, now, releasePromoUse }, typed) => {
    const form = parseInput(orderForms.cancelation, typed);
    return form.ok ? await cancelForShop(db, orderId, now, releasePromoUse, actor) : form;
  },
  keeping: async ({ db, orderId, actor, now }, typed) => {
    const form = parseInput(orderForms.keeping, typed);
    return form.ok ? await declineCancelation(db, { orderId, actor, ...form.value }, now) : form;
  },
  edit: async ({ db, orderId, actor, now }, typed) => {
    const form = parseInput(orderForms.edit, typed);
    return form.ok ? await editOrder(db, { orderId, actor, ...form.value }, now) : form;
  },
  refund: async ({ db, orderId, actor, now }, typed) => {
    const form = parseInput(orderForms.refund, typed);
    const wish = form.ok ? refundWish(form.value) : form;
    return form.ok && wish.ok ? await refundOrder(db, { orderId, wish: wish.value, actor, seen: form.value.seen }, now) : wish;
  },
  note: async ({ db, orderId, actor, now }, typed) => {
    const form = parseInput(orderForms.note, typed);
    if (!form.ok) return form;
    const { note: text, to } = form.value;
    return await addOrderNote(db, { orderId, text, to, actor }, now);
  },
  return: async ({ db, orderId, actor, now }, typed) => {
    const form = parseInput(orderForms.return, typed);
    const lines = form.ok ? unitsIn(form.value) : form;
    if (!form.ok || !lines.ok) return lines;
    const input = { orderId, actor, lines: lines.value, seen: form.value.seen };
    if (form.value.how === "ask") return await askReturn(db, input, now);
    return await takeReturn(db, { ...input, end: form.value.how === "restock" ? "restocked" : "written_off" }, now);
  },
  email: async ({ db, orderId, actor, now }, typed) => {
    const form = parseInput(orderForms.email, typed);
    return form.ok ? await resendOrderEmail(db, { orderId, key: form.value.email, seen: form.value.seen, actor }, now) : form;
  },
};

/** Does what a form of an order's page asks for, by the same functions as the commands. */
export const actOnOrder = (action: OrderAction, acting: Acting, typed: unknown): Promise<Done> => actions[action](acting, typed);
