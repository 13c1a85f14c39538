import type { IncomingMessage, ServerResponse } from "node:http";
import type { Session, StripeAccount } from "./account.ts";

/**
 * The page on which a shopper pays: a form with the field `number`. A card whose bank asks leads to
 * a second form, with the button `seen`.
 */
export function servePage(account: StripeAccount, req: IncomingMessage, res: ServerResponse, body: string): void {
  const [, id = ""] = /^\/c\/pay\/(\w+)$/.exec(req.url ?? "") ?? [];
  const session = account.session(id);
  if (session.status !== "open") return void show(res, 410, "<p>This page has expired.</p>");
  if (req.method === "GET") return void show(res, 200, formOf(session));
  const fields = new URLSearchParams(body);
  const seen = fields.get("seen");
  const intent =
    seen === null ? account.pay(id, (fields.get("number") ?? "").replaceAll(" ", "")) : account.authenticate(id, seen === "yes");
  if (intent?.status === "requires_capture") return void res.writeHead(303, { location: session.success_url }).end();
  if (intent?.status === "requires_action") return void show(res, 200, bankForm);
  return void show(res, 402, `<p role="alert">Your card was declined.</p>${formOf(session)}`);
}

const show = (res: ServerResponse, status: number, content: string): void =>
  void res
    .writeHead(status, { "content-type": "text/html; charset=utf-8" })
    .end(`<!doctype html><html lang="en"><title>Pay</title><main><h1>Pay</h1>${content}</main></html>`);

const formOf = ({ amount_total, cancel_url }: Session): string =>
  `<p>$${(amount_total / 100).toFixed(2)}</p>
<form method="post"><label>Card number <input name="number" inputmode="numeric"></label> <button>Pay</button></form>
<p><a href="${(cancel_url ?? "").replaceAll("&", "&amp;")}">Back</a></p>`;

const bankForm = `<form method="post"><button name="seen" value="yes">Complete</button><button name="seen" value="no">Fail</button></form>`;
