import type { Request, RequestHandler } from "express";
import { signInFor } from "../../customers/paths.ts";
import { type Outcome, ok, type Refusal, refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { type Bodies, type BodyOf, readBody } from "../../web/read.ts";
import { isNative, respond } from "../../web/respond.ts";
import { type CancelationRequester, findRequester } from "../cancelation.ts";
import { orderPath } from "../paths.ts";
import { orderId as idShape } from "../schema.ts";
import { renderOrder } from "./screens.ts";

/** The order id in a form that is not validated yet; empty if the id is invalid. */
export const typedIdOf = (req: Request): string => idShape.safeParse(req.typed.orderId).data ?? "";

/**
 * Reads a shopper's form about an order, and finds by which right its sender speaks for the order:
 * as its customer, or in a browser that followed its mailed link. Others are asked to sign in.
 */
export async function readOrderForm<Call extends Bodies>(
  { db, now }: Shop,
  call: Call,
  req: Request,
): Promise<Outcome<{ form: BodyOf<Call>; requester: CancelationRequester }>> {
  const stranger = refuse("signed_out", "Please sign in, or open the link in our email.");
  const find = (orderId: string) => findRequester(db, req.visitor, orderId, now());
  // A form's token is stale once its session has ended.
  if (req.staleToken && isNative(req) && !(await find(typedIdOf(req)))) return stranger;
  const form = readBody(call, req);
  if (!form.ok) return form;
  const requester = await find((form.value as { orderId: string }).orderId);
  return requester ? ok({ form: form.value, requester }) : stranger;
}

/**
 * Handles a form of an order's page: leads back to `fragment` of the page with the notice, or shows
 * the page with the refusal, which `shownAs` names.
 */
export const answerOnOrder =
  (
    shop: Shop,
    { notice, fragment, shownAs }: { notice: string; fragment: string; shownAs: "returnRefusal" | "addressRefusal" },
    act: (req: Request) => Promise<Outcome<object>>,
  ): RequestHandler =>
  async (req, res) => {
    const outcome = await act(req);
    if (outcome.ok) shop.notifyWorker();
    const orderId = typedIdOf(req);
    const page = orderPath(orderId);
    const signIn = async () => {
      if (orderId !== "") await req.saveDraft(page);
      return signInFor(page);
    };
    const isShown = (result: Outcome<object>): result is Refusal =>
      !result.ok && result.code !== "signed_out" && isNative(req) && orderId !== "";
    const html = isShown(outcome) ? await renderOrder(shop, req, res, { orderId, [shownAs]: outcome }) : undefined;
    await respond(req, res, outcome, {
      next: `${page}?notice=${notice}#${fragment}`,
      signIn,
      ...(html !== undefined && { rerender: () => html }),
    });
  };
