import type { Db } from "../../db/tables.ts";
import { type CancelationPreview, previewCancelation } from "../../orders/cancel.ts";
import type { DiscountPreview } from "../../orders/discount.ts";
import { type EditPreview, previewEdit } from "../../orders/edit.ts";
import { previewRefund, type RefundPreview } from "../../orders/refund.ts";
import { previewReturn, type ReturnEnd, type ReturnPreview } from "../../orders/return.ts";
import { type Outcome, ok } from "../../outcome.ts";
import { previewSettlement, type SettlementPreview } from "../../payments/settle-refund.ts";

/** The effect of an order's form on money or stock, shown before the staff confirm the form. */
export type OrderPreview =
  | ({ action: "cancelation" } & CancelationPreview)
  | ({ action: "edit" } & EditPreview)
  | ({ action: "discount" } & DiscountPreview)
  | ({ action: "refund" } & RefundPreview)
  | ({ action: "return"; end: ReturnEnd } & ReturnPreview)
  | ({ action: "settlement" } & SettlementPreview);

export async function cancelationPreview(...parameters: Parameters<typeof previewCancelation>): Promise<Outcome<OrderPreview>> {
  const preview = await previewCancelation(...parameters);
  return preview.ok ? ok({ action: "cancelation", ...preview.value }) : preview;
}

export async function editPreview(...parameters: Parameters<typeof previewEdit>): Promise<Outcome<OrderPreview>> {
  const preview = await previewEdit(...parameters);
  return preview.ok ? ok({ action: "edit", ...preview.value }) : preview;
}

export async function refundPreview(...parameters: Parameters<typeof previewRefund>): Promise<Outcome<OrderPreview>> {
  const preview = await previewRefund(...parameters);
  return preview.ok ? ok({ action: "refund", ...preview.value }) : preview;
}

export async function returnPreview(
  db: Db,
  input: Parameters<typeof previewReturn>[1],
  end: ReturnEnd,
): Promise<Outcome<OrderPreview>> {
  const preview = await previewReturn(db, input);
  return preview.ok ? ok({ action: "return", end, ...preview.value }) : preview;
}

export async function settlementPreview(...parameters: Parameters<typeof previewSettlement>): Promise<Outcome<OrderPreview>> {
  const preview = await previewSettlement(...parameters);
  return preview.ok ? ok({ action: "settlement", ...preview.value }) : preview;
}
