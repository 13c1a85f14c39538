import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { NmiAccount } from "./account.ts";
import { errorXml, queryXml } from "./query-xml.ts";

/**
 * What goes wrong with a call. `cut_before` and `duplicate` are not carried out; all others are,
 * and only their answer is spoiled. `late` waits for `answerLate`.
 */
export type Mishap =
  | "cut_before"
  | "cut_after"
  | "late"
  | "server_error"
  | "redirect"
  | "duplicate"
  | { status?: number; body: string };

/** Cards whose authorisation goes wrong, for tests that only have a browser. */
const mishapCards: ReadonlyMap<string, Mishap> = new Map<string, Mishap>([
  ["9999990000000014", "late"],
  ["9999990000000022", "cut_before"],
  ["9999990000000030", "cut_after"],
  ["9999990000000055", "server_error"],
  ["9999990000000071", { body: "" }],
  ["9999990000000089", { body: "<html><body>Maintenance</body></html>" }],
]);

export type Call = { path: string; fields: Record<string, string>; headers: IncomingMessage["headers"] };

/** NMI's classic API with one account, in memory, as strict as the real one is known to be. */
export class NmiEmulator {
  readonly securityKey = randomBytes(16).toString("hex");
  readonly signingKey = randomBytes(16).toString("hex");
  readonly account: NmiAccount;
  readonly calls: Call[] = [];
  /** whether `query.php` answers; `off`: this key may not use it */
  records: "on" | "off" | { error: string } = "on";
  /** the number of the first page; a lower one is answered with the first page too */
  firstPage = 0;
  #url = "";
  #hidden = new Set<string>();
  #hidesFrom = Number.POSITIVE_INFINITY;
  readonly #mishaps: { type: string; mishap: Mishap }[] = [];
  readonly #late: (() => void)[] = [];
  readonly #server: Server;

  constructor(now: () => number = Date.now) {
    this.account = new NmiAccount(now);
    this.#server = createServer((req, res) => void this.#serve(req, res).catch(() => res.destroy()));
  }

  async start(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/`;
    return this;
  }

  async stop(): Promise<void> {
    this.answerLate();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  get url(): string {
    return this.#url;
  }

  /** Lets the next call of this type go wrong: `auth`, `capture`, `void`, `refund` or `query`. */
  spoil(type: string, mishap: Mishap): void {
    this.#mishaps.push({ type, mishap });
  }

  /** Sends the answers that wait. */
  answerLate(): void {
    for (const send of this.#late.splice(0)) send();
  }

  /** Leaves transactions out of the records from now on, until `catchUp`. */
  lag(): void {
    this.#hidesFrom = this.account.transactions.length;
  }

  catchUp(): void {
    this.#hidesFrom = Number.POSITIVE_INFINITY;
  }

  /** A webhook about a transaction, signed as NMI signs. */
  webhook(eventType: string, transactionId: string, nonce = randomBytes(8).toString("hex")) {
    const found = this.account.find(transactionId);
    const event_body = { transaction_id: transactionId, order_id: found?.orderId, condition: found?.condition };
    const body = JSON.stringify({ event_id: `event-${nonce}`, event_type: eventType, event_body });
    return { body, headers: { "webhook-signature": this.sign(body, nonce) } };
  }

  /** The signature of a webhook's body, as NMI makes it. */
  sign(body: string, nonce: string): string {
    return `t=${nonce},s=${createHmac("sha256", this.signingKey).update(`${nonce}.${body}`).digest("hex")}`;
  }

  async #serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = req.url ?? "";
    const fields = new URLSearchParams(await bodyOf(req));
    this.calls.push({ path, fields: Object.fromEntries(fields), headers: req.headers });
    const isForm = req.method === "POST" && req.headers["content-type"] === "application/x-www-form-urlencoded";
    if (!isForm) return void res.writeHead(400).end();
    if (path === "/api/query.php") return this.#send(res, this.#takeMishap("query"), () => this.#query(fields));
    if (path !== "/api/transact.php") return void res.writeHead(404).end();
    const mishap = this.#takeMishap(fields.get("type") ?? "") ?? mishapCards.get(fields.get("ccnumber") ?? "");
    this.#send(res, mishap, () => String(new URLSearchParams(this.#transact(fields, mishap))));
  }

  #transact(fields: URLSearchParams, mishap: Mishap | undefined): Record<string, string> {
    const rejected = { response: "3", authcode: "", transactionid: "", response_code: "300" };
    if (fields.get("security_key") !== this.securityKey) return { ...rejected, responsetext: "Authentication Failed" };
    if (mishap !== "duplicate") return this.account.transact(fields);
    return { ...rejected, responsetext: "Duplicate transaction at processor", response_code: "430" };
  }

  #query(fields: URLSearchParams): string {
    if (fields.get("security_key") !== this.securityKey) return errorXml("Specified API key not found");
    if (this.records === "off") return errorXml("This security key does not have permission to use the Query API.");
    if (this.records !== "on") return errorXml(this.records.error);
    this.#hidden = new Set(this.account.transactions.slice(this.#hidesFrom).map(({ id }) => id));
    return queryXml(this.account, fields, { hidden: this.#hidden, firstPage: this.firstPage });
  }

  #takeMishap(type: string): Mishap | undefined {
    const place = this.#mishaps.findIndex((next) => next.type === type);
    return place < 0 ? undefined : this.#mishaps.splice(place, 1)[0]?.mishap;
  }

  #send(res: ServerResponse, mishap: Mishap | undefined, carryOut: () => string): void {
    if (mishap === "cut_before") return void res.destroy();
    const body = carryOut();
    if (mishap === "cut_after") return void res.destroy();
    if (mishap === "late") return void this.#late.push(() => res.end(body));
    if (mishap === "server_error") return void res.writeHead(503).end("Service Unavailable");
    if (mishap === "redirect") return void res.writeHead(307, { location: this.#url }).end();
    if (typeof mishap === "object") return void res.writeHead(mishap.status ?? 200).end(mishap.body);
    res.writeHead(200, { "content-type": "text/html; charset=UTF-8" }).end(body);
  }
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
