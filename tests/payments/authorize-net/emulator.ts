import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { faultCards } from "../../../server/payments/gateways/test/faults.ts";
import { answerOf } from "./emulator-calls.ts";
import { Ledger } from "./emulator-ledger.ts";
import { type Entry, messages } from "./emulator-records.ts";
import { schemaFault, schemaOrder } from "./schema-order.ts";

/**
 * How the next call of a kind goes wrong. `before`: nothing is done. `after`: it is done, but the
 * answer is lost. `held`: it is done, and answered only when the emulator closes. `later`: it is
 * done only by `doLater`.
 */
export type Fault =
  | "cut_before"
  | "cut_after"
  | "error_before"
  | "error_after"
  | "held_back"
  | "later"
  | "empty"
  | "truncated"
  | "html"
  | "crossed"
  | { answer: object };

export type Request = { call: string; body: Record<string, unknown> };
type Options = { login?: string; secret?: string; now?: () => number };

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
export async function startEmulator({ login = "login", secret = "transaction-key1", now = Date.now }: Options = {}) {
  const ledger = new Ledger(now);
  const requests: Request[] = [];
  const faults: { on: string; fault: Fault }[] = [];
  const later: (() => void)[] = [];
  const switches = { detailsApi: true, listLags: false, maintenance: false, pageLength: 1000 };

  const reply = ({ call, body }: Request): object => {
    const shape = schemaOrder[call];
    if (!shape || schemaFault(body, shape) !== undefined) return messages("E00003");
    const { name, transactionKey } = (body.merchantAuthentication ?? {}) as Record<string, unknown>;
    if (name !== login || transactionKey !== secret) return messages("E00007");
    if (switches.maintenance) return messages("E00104");
    if (call !== "createTransactionRequest" && !switches.detailsApi) return messages("E00011");
    return { ...answerOf(ledger, switches, { call, body }), ...(body.refId !== undefined && { refId: body.refId }) };
  };

  const server = createServer((req, res) => {
    serve(req, res).catch(() => res.destroy());
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
    spoil(res, reply(request), fault);
  }

  function takeFault({ call, body }: Request): Fault | undefined {
    const kinds = [call, (body.transactionRequest as { transactionType?: string } | undefined)?.transactionType];
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

async function readRequest(req: IncomingMessage): Promise<Request | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  const isCall = req.method === "POST" && req.url === "/xml/v1/request.api" && /json/.test(req.headers["content-type"] ?? "");
  try {
    const roots = Object.entries(JSON.parse(Buffer.concat(chunks).toString("utf8")));
    const [call, body] = roots[0] ?? [];
    return isCall && roots.length === 1 && call !== undefined ? { call, body: body as Request["body"] } : undefined;
  } catch {
    return undefined;
  }
}

const mark = "\uFEFF";

function send(res: ServerResponse, body: object): void {
  res.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(mark + JSON.stringify(body));
}

function spoil(res: ServerResponse, body: object, fault: Fault | undefined): void {
  const text = mark + JSON.stringify(body);
  if (fault === "held_back") return;
  if (fault === "cut_after") res.destroy();
  else if (fault === "error_after") res.writeHead(502).end(text);
  else if (fault === "empty") res.writeHead(200).end(mark);
  else if (fault === "truncated") res.writeHead(200).end(text.slice(0, -20));
  else if (fault === "html") res.writeHead(200, { "content-type": "text/html" }).end("<html>Service unavailable</html>");
  else send(res, fault === "crossed" ? { ...body, refId: "ANOTHER" } : body);
}
