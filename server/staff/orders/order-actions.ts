import { z } from "zod";
import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import { parseDollars } from "../../money.ts";
import { cancelForShop, type ReleasePromoUse } from "../../orders/cancel.ts";
import { declineCancelation } from "../../orders/cancelation.ts";
import { isDisputed } from "../../orders/disputes.ts";
import { editOrder } from "../../orders/edit.ts";
import { fulfilOrder } from "../../orders/fulfil.ts";
import { holdOrder } from "../../orders/hold.ts";
import type { LineUnits } from "../../orders/line-progress.ts";
import { addOrderNote } from "../../orders/notes.ts";
import { recordPayment } from "../../orders/record-payment.ts";
import { type RefundWish, refundOrder } from "../../orders/refund.ts";
import { decideReturn } from "../../orders/request-return.ts";
import { resendOrderEmail } from "../../orders/resend.ts";
import { askReturn, receiveReturn, takeReturn } from "../../orders/return.ts";
import type { Actor } from "../../orders/rules/actor.ts";
import { type Shipment, shipmentOf } from "../../orders/rules/carriers.ts";
import { sumChanged } from "../../orders/seen.ts";
import { tagOrder } from "../../orders/tags.ts";
import { changeTracking } from "../../orders/tracking.ts";
import { invalidFields, type Outcome, ok, type Refusal, refuse } from "../../outcome.ts";
import type { Gateway } from "../../payments/gateways/gateway.ts";
import { noteOn } from "../../payments/other-means.ts";
import { refuseUncompared } from "../../payments/restored.ts";
import { previewSettlement, settleRefund } from "../../payments/settle-refund.ts";
import { textLine, textLines } from "../../text-schemas.ts";
import { parseInput } from "../../web/read.ts";
import type { OrderAction } from "../paths.ts";
import { notAllowed } from "../people/rules/not-allowed.ts";
import { may, type Permissions } from "../people/rules/permissions.ts";
import { disputedText } from "./order-preview-page.ts";
import {
  cancelationPreview,
  editPreview,
  type OrderPreview,
  refundPreview,
  returnPreview,
  settlementPreview,
} from "./order-previews.ts";

const line = (most: number) => textLine(most).default("");
const lines = (most: number) => textLines(most).default("");
const seen = z.coerce.number().int().min(0).max(100_000);
/**
 * The amount in cents that the page has shown and the person agrees to. If it is absent, the page
 * shows it first.
 */
const shownSum = z.coerce.number().int().min(0).max(1_000_000_000_000).optional();
/** The field that agrees to give money of a disputed payment back. */
const disputed = z.coerce.string().max(10).optional();

/** The fields of each form; `seen` is the number of decisions that the page had shown. */
export const orderForms = {
  /**
   * With `how: tracking`, `tracking` is the tracking number of package `n`, which has shipped;
   * `tells` emails the shopper.
   */
  fulfilment: z.looseObject({
    seen,
    carrier: line(200),
    tracking: line(200),
    how: z.enum(["all", "lines", "tracking"]).default("all"),
    n: z.coerce.number().int().min(0).max(100_000).default(0),
    tells: z.literal("1").optional(),
  }),
  cancelation: z.object({ seen, shownRefund: shownSum, disputed }),
  keeping: z.object({ seen }),
  /** `reason`: empty to end the hold */
  hold: z.object({ seen, reason: line(1000) }),
  tags: z.object({ tags: line(2000) }),
  edit: z.object({
    seen,
    lineId: line(64),
    quantity: z.coerce.number().int().min(0).max(9999),
    shownAmount: shownSum,
    shownRefund: shownSum,
    disputed,
  }),
  /**
   * With `shipping`, the shipping is refunded together with the typed units, or alone if no units
   * are typed.
   */
  refund: z.looseObject({
    seen,
    how: z.enum(["lines", "amount", "all"]),
    amount: line(20),
    shipping: z.literal("1").optional(),
    shownRefund: shownSum,
    disputed,
  }),
  /** `n`: the refund's number within its order */
  settlement: z.object({ seen, n: z.coerce.number().int().min(1).max(100_000), means: line(2000), shownAmount: shownSum }),
  /** `day`: when the money came, such as `2026-12-02` */
  payment: z.object({ seen, paid: line(20), day: line(10), paymentNote: line(2000) }),
  note: z.object({ note: lines(20_000), to: z.enum(["staff", "shopper"]) }),
  /**
   * `n`: the number of the return that the shopper requested; `answer`: the words to the shopper
   */
  return: z.looseObject({
    seen,
    how: z.enum(["ask", "receive", "restock", "write-off", "accept", "decline"]),
    n: z.coerce.number().int().min(0).max(100_000).default(0),
    answer: lines(20_000),
    shownRefund: shownSum,
    disputed,
  }),
  /** `seen`: the number of emails sent again that the page had shown */
  email: z.object({ seen, email: line(200) }),
} as const satisfies Record<OrderAction, z.ZodType>;

type OrderActionContext = {
  db: Db;
  gateway: Gateway;
  clock: () => number;
  orderId: string;
  actor: Actor;
  /** the person who acts */
  staff: { permissions: Permissions };
  now: number;
  dates: Dates;
  releasePromoUse: ReleasePromoUse;
};
/**
 * An action's outcome. With a `preview` nothing was done: the person has to agree to the preview
 * first.
 */
export type OrderOutcome = Outcome<unknown> & { preview?: OrderPreview };

const unconfirmed = refuse("unconfirmed", "Send the sums that you agree to: data holds them.");

/**
 * Adds a preview of the present effect to a refusal, for an action that nobody has agreed to yet or
 * whose sums have changed.
 */
async function withPreview(refusal: Refusal, preview: Promise<Outcome<OrderPreview>>): Promise<OrderOutcome> {
  const outcome = await preview;
  return outcome.ok ? { ...refusal, data: outcome.value, preview: outcome.value } : outcome;
}

/** Whether an action would refund money although the person may not refund. */
const isBeyond = ({ staff }: OrderActionContext, refund: number | undefined): boolean =>
  (refund ?? 0) > 0 && !may(staff, "orders:refund");

/** Refuses a preview with a refund if the person may not refund: they are not asked to agree. */
const withoutRefund = (context: OrderActionContext, outcome: OrderOutcome): OrderOutcome =>
  outcome.preview && "refund" in outcome.preview && isBeyond(context, outcome.preview.refund) ? notAllowed : outcome;

const noUnits = refuse("invalid", "Enter how many units of which product.");

/** Units of lines, from fields named `line-ID`; lines without units are left out. */
export function unitsIn(fields: Readonly<Record<string, unknown>>): Outcome<LineUnits[]> {
  const units: LineUnits[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const lineId = /^line-(.+)$/.exec(name)?.[1];
    if (lineId === undefined || value === "" || value === "0") continue;
    if (typeof value !== "string" || !/^\d{1,4}$/.test(value)) return refuse("invalid", "Enter how many units, as a number.");
    units.push({ lineId, quantity: Number(value) });
  }
  return units.length > 0 ? ok(units) : noUnits;
}

function shipmentIn(carrier: string, tracking: string): Outcome<Shipment | undefined> {
  if ((carrier.trim() === "") !== (tracking.trim() === ""))
    return refuse("invalid", "Give both the carrier and the tracking number, or neither.");
  return carrier.trim() === "" ? ok(undefined) : shipmentOf(carrier, tracking);
}

/** A typed day in words; undefined for no day, and for one that is still to come. */
function pastDay(text: string, dates: Dates, now: number): string | undefined {
  const at = dates.atLocal(`${text}T00:00`);
  return at <= now ? dates.day(at).text : undefined;
}

function refundWish(form: z.output<typeof orderForms.refund>): Outcome<RefundWish> {
  if (form.how === "all") return ok({ all: true });
  if (form.how === "amount") {
    const amount = parseDollars(form.amount);
    return amount ? ok({ amount }) : refuse("invalid", "Enter an amount in dollars, such as 12.50.");
  }
  const lines = unitsIn(form);
  if (form.shipping === undefined) return lines.ok ? ok({ lines: lines.value }) : lines;
  // If no units are typed, only the shipping is refunded.
  return lines.ok || lines === noUnits ? ok({ lines: lines.ok ? lines.value : [], shipping: true }) : lines;
}

const actions: Readonly<Record<OrderAction, (context: OrderActionContext, body: unknown) => Promise<OrderOutcome>>> = {
  fulfilment: async ({ db, orderId, actor, now }, body) => {
    const form = parseInput(orderForms.fulfilment, body);
    if (!form.ok) return form;
    const { carrier, tracking, how, seen, n, tells } = form.value;
    const lines = how === "lines" ? unitsIn(form.value) : ok(undefined);
    if (!lines.ok) return lines;
    const shipment = shipmentIn(carrier, tracking);
    if (!shipment.ok) return shipment;
    if (how === "tracking")
      return shipment.value
        ? await changeTracking(
            db,
            { orderId, n: n || undefined, shipment: shipment.value, tells: tells !== undefined, seen, actor },
            now,
          )
        : refuse("invalid", "Enter the carrier and the tracking number.");
    return await fulfilOrder(db, { orderId, shipment: shipment.value, lines: lines.value, seen, now, actor });
  },
  cancelation: async ({ db, orderId, actor, now, releasePromoUse }, body) => {
    const form = parseInput(orderForms.cancelation, body);
    if (!form.ok) return form;
    const { seen, shownRefund: shown } = form.value;
    const isAgreed = shown !== undefined;
    const done = isAgreed ? await cancelForShop(db, orderId, now, releasePromoUse, actor, { seen, shown }) : unconfirmed;
    return done === unconfirmed || done === sumChanged
      ? await withPreview(done, cancelationPreview(db, { orderId, seen }))
      : done;
  },
  keeping: async ({ db, orderId, actor, now }, body) => {
    const form = parseInput(orderForms.keeping, body);
    return form.ok ? await declineCancelation(db, { orderId, actor, ...form.value }, now) : form;
  },
  hold: async ({ db, orderId, actor, now }, body) => {
    const form = parseInput(orderForms.hold, body);
    return form.ok ? await holdOrder(db, { orderId, actor, ...form.value }, now) : form;
  },
  tags: async ({ db, orderId, actor, now }, body) => {
    const form = parseInput(orderForms.tags, body);
    return form.ok ? await tagOrder(db, { orderId, text: form.value.tags, actor }, now) : form;
  },
  edit: async (context, body) => {
    const { db, orderId, actor, now } = context;
    const form = parseInput(orderForms.edit, body);
    if (!form.ok) return form;
    const { shownAmount: amount, shownRefund: refund, ...wish } = form.value;
    // Only agreed sums change money: if the sums are different now, the action is refused.
    if (isBeyond(context, refund)) return notAllowed;
    const isAgreed = amount !== undefined && refund !== undefined;
    const done = isAgreed
      ? ((await refuseUncompared(db)) ?? (await editOrder(db, { orderId, actor, ...wish, shown: { amount, refund } }, now)))
      : unconfirmed;
    if (done !== unconfirmed && done !== sumChanged) return done;
    return withoutRefund(context, await withPreview(done, editPreview(db, { orderId, ...wish })));
  },
  refund: async ({ db, orderId, actor, now }, body) => {
    const form = parseInput(orderForms.refund, body);
    const wish = form.ok ? refundWish(form.value) : form;
    if (!form.ok || !wish.ok) return wish;
    const { seen, shownRefund: shown } = form.value;
    const input = { orderId, wish: wish.value, seen };
    const done =
      shown === undefined
        ? unconfirmed
        : ((await refuseUncompared(db)) ?? (await refundOrder(db, { ...input, actor, shown }, now)));
    return done === unconfirmed || done === sumChanged ? await withPreview(done, refundPreview(db, input)) : done;
  },
  settlement: async ({ db, gateway, clock, orderId, actor }, body) => {
    const form = parseInput(orderForms.settlement, body);
    if (!form.ok) return form;
    const { means: note, shownAmount: shown, ...rest } = form.value;
    const input = { orderId, note, ...rest };
    const preview = await previewSettlement(db, input);
    if (!preview.ok) return preview;
    if (shown === preview.value.amount) return await settleRefund({ db, gateway, now: clock }, { ...input, actor });
    return await withPreview(shown === undefined ? unconfirmed : sumChanged, settlementPreview(db, input));
  },
  payment: async ({ db, orderId, actor, now, dates }, body) => {
    const form = parseInput(orderForms.payment, body);
    if (!form.ok) return form;
    const { seen, paid } = form.value;
    const note = noteOn(form.value.paymentNote, "paymentNote");
    if (!note.ok) return note;
    const amount = parseDollars(paid);
    if (!amount) return invalidFields([{ field: "paid", message: "Enter an amount in dollars, such as 12.50." }]);
    const day = pastDay(form.value.day, dates, now);
    if (day === undefined) return invalidFields([{ field: "day", message: "Enter the day on which the money came." }]);
    return await recordPayment(db, { orderId, amount, day, note: note.value, actor, seen }, now);
  },
  note: async ({ db, orderId, actor, now }, body) => {
    const form = parseInput(orderForms.note, body);
    if (!form.ok) return form;
    const { note: text, to } = form.value;
    return await addOrderNote(db, { orderId, text, to, actor }, now);
  },
  return: async (context, body) => {
    const { db, orderId, actor, now } = context;
    const form = parseInput(orderForms.return, body);
    if (!form.ok) return form;
    const { how, seen, n, answer, shownRefund: shown } = form.value;
    if (how === "accept" || how === "decline") {
      const decision = how === "accept" ? "accepted" : "declined";
      return await decideReturn(db, { orderId, n, decision, answer, seen, actor }, now);
    }
    const lines = unitsIn(form.value);
    if (!lines.ok) return lines;
    const input = { orderId, actor, lines: lines.value, seen };
    if (how === "ask") return await askReturn(db, input, now);
    if (how === "receive") return await receiveReturn(db, input, now);
    if (isBeyond(context, shown)) return notAllowed;
    const end = how === "restock" ? "restocked" : "written_off";
    const done =
      shown === undefined ? unconfirmed : ((await refuseUncompared(db)) ?? (await takeReturn(db, { ...input, end, shown }, now)));
    if (done !== unconfirmed && done !== sumChanged) return done;
    return withoutRefund(context, await withPreview(done, returnPreview(db, input, end)));
  },
  email: async ({ db, orderId, actor, now }, body) => {
    const form = parseInput(orderForms.email, body);
    return form.ok ? await resendOrderEmail(db, { orderId, key: form.value.email, seen: form.value.seen, actor }, now) : form;
  },
};

/** Actions that may give money back; for a disputed payment they ask a second time. */
const returnsMoney: ReadonlySet<OrderAction> = new Set<OrderAction>(["cancelation", "edit", "refund", "return"]);

/** Does the action that a form of an order's page sends, by the same functions as the commands. */
export async function actOnOrder(action: OrderAction, context: OrderActionContext, body: unknown): Promise<OrderOutcome> {
  // Without the shown sums, an action only asks whether the person agrees to them.
  const { disputed: agreed, shownRefund, shownAmount, ...rest } = z.record(z.string(), z.unknown()).catch({}).parse(body);
  const asksOnce = String(agreed) === "1" || !returnsMoney.has(action) || !(await isDisputed(context.db, context.orderId));
  if (asksOnce) return await actions[action](context, body);
  const outcome = await actions[action](context, rest);
  const isFirst = shownRefund === undefined && shownAmount === undefined;
  return outcome.ok || isFirst || outcome.code !== "unconfirmed" ? outcome : { ...outcome, error: disputedText };
}
