import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { faultCards } from "../../../server/payments/gateways/test/faults.ts";
import { answerOf } from "./emulator-calls.ts";
import { type Fault, type Request, readBody, readRequest, send, sendPage, sendSpoiled } from "./emulator-http.ts";
import { Ledger } from "./emulator-ledger.ts";
import { PaymentPages } from "./emulator-page.ts";
import { type Entry, messages } from "./emulator-records.ts";
import { sendWebhook, type WebhookOptions, webhookOf } from "./emulator-webhooks.ts";
import { schemaFault, schemaOrder } from "./schema-order.ts";

type Options = { login?: string; secret?: string; signatureKey?: string; now?: () => number };

const cardFaults: Readonly<Record<string, Fault>> = {
  slow: "held_back",
  drop_before: "cut_before",
  drop_after: "cut_after",
  error_before: "error_before",
  error_after: "error_after",
  truncated: "truncated",
  empty: "empty",
  garbage: "html",
  late: "later",
};

export type Emulator = Awaited<ReturnType<typeof startEmulator>>;

/**
 * Starts an emulator of Authorize.Net on a free port of this machine. It refuses properties in the
 * wrong order, and its answers begin with a byte order mark.
 */
export async function startEmulator({
  login = "login",
  secret = "transaction-key1",
  signatureKey = "A".repeat(128),
  now = Date.now,
}: Options = {}) {
  const ledger = new Ledger(now);
  const requests: Request[] = [];
  const faults: { on: string; fault: Fault }[] = [];
  const later: (() => void)[] = [];
  const switches = { detailsApi: true, listLags: false, maintenance: false, pageLength: 1000, paysAgain: false };
  const pages = new PaymentPages(ledger, now, switches);

  const reply = ({ call, body }: Request): object => {
    const shape = schemaOrder[call];
    if (!shape || schemaFault(body, shape) !== undefined) return messages("E00003");
    const { name, transactionKey } = (body.merchantAuthentication ?? {}) as Record<string, unknown>;
    if (name !== login || transactionKey !== secret) return messages("E00007");
    if (switches.maintenance) return messages("E00104");
    if (/^get(?!Hosted)/.test(call) && !switches.detailsApi) return messages("E00011");
    if (call === "getHostedPaymentPageRequest") return pageReply(body);
    return { ...answerOf(ledger, switches, { call, body }), ...(body.refId !== undefined && { refId: body.refId }) };
  };

  function pageReply(body: Request["body"]): object {
    const token = pages.create(body);
    return token === undefined ? messages("E00013") : { token, ...messages("I00001"), refId: body.refId };
  }

  const server = createServer((req, res) => {
    (req.url?.startsWith("/payment/") ? servePage(req, res) : serve(req, res)).catch(() => res.destroy());
  });

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const request = await readRequest(req);
    if (!request) return send(res, messages("E00003"));
    requests.push(request);
    const fault = takeFault(request);
    if (typeof fault === "object") return send(res, fault.answer);
    if (fault === "later") later.push(() => reply(request));
    if (fault === "later" || fault === "cut_before") return void res.destroy();
    if (fault === "error_before") return void res.writeHead(500).end();
    sendSpoiled(res, reply(request), fault);
  }

  /** The faults of a card, and of calls named `page`, strike when a page is paid on. */
  async function servePage(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const fields = new URLSearchParams((await readBody(req)).toString("utf8"));
    if (req.method !== "POST") return void res.writeHead(405).end();
    if (req.url === "/payment/payment") return sendPage(res, pages.open(fields));
    const fault = takeFault({ call: "page", body: { cardNumber: (fields.get("cardNumber") ?? "").replace(/\D/g, "") } });
    if (fault === "later") later.push(() => pages.pay(fields));
    if (fault === "later" || fault === "cut_before") return void res.destroy();
    if (fault === "error_before") return void res.writeHead(500).end();
    const answer = pages.pay(fields);
    return fault === "cut_after" ? void res.destroy() : sendPage(res, answer);
  }

  function takeFault({ call, body }: Request): Fault | undefined {
    const { transactionType } = (body.transactionRequest ?? {}) as { transactionType?: string };
    const kinds = call === "createTransactionRequest" ? [call, transactionType] : [call];
    const index = faults.findIndex(({ on }) => kinds.includes(on));
    if (index >= 0) return faults.splice(index, 1)[0]?.fault;
    const number = /"cardNumber":"(\d{12,})"/.exec(JSON.stringify(body))?.[1];
    return cardFaults[faultCards.get(number ?? "") ?? ""];
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const entryOf = (transId: string): Entry => {
    const entry = ledger.find(transId);
    if (!entry) throw new Error(`the emulator has no transaction ${transId}`);
    return entry;
  };
  const changeStatus = (status: string) => (transId: string) => {
    entryOf(transId).status = status;
  };

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/xml/v1/request.api`,
    login,
    secret,
    signatureKey,
    ledger,
    requests,
    switches,
    /** lets the next call of this name or transaction type go wrong */
    fail: (on: string, fault: Fault) => void faults.push({ on, fault }),
    doLater: () => later.splice(0).forEach((work) => void work()),
    settle: (at?: number) => ledger.settle(at),
    changeStatus: (transId: string, status: string) => changeStatus(status)(transId),
    voidAtDashboard: changeStatus("voided"),
    captureAtDashboard: (transId: string, cents?: number) => {
      const entry = entryOf(transId);
      Object.assign(entry, { status: "capturedPendingSettlement", settleCents: cents ?? entry.authCents });
    },
    /** refunds as the dashboard does, which copies the payment's invoice number */
    refundAtDashboard: (transId: string, cents: number): Entry =>
      ledger.refund(entryOf(transId), cents, { refId: null, invoiceNumber: entryOf(transId).invoiceNumber }),
    /** sends the shop a signed notification about a transaction */
    notify: (shopUrl: string, transId: string, options: Partial<WebhookOptions> = {}): Promise<Response> =>
      sendWebhook(shopUrl, webhookOf(entryOf(transId), { key: signatureKey, ...options })),
    releaseHeld: changeStatus("authorizedPendingCapture"),
    refuseHeld: changeStatus("declined"),
    expire: changeStatus("expired"),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
