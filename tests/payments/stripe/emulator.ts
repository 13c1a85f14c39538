import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { Refusal, StripeAccount } from "./account.ts";
import { operations } from "./operations.ts";
import { servePage } from "./page.ts";

/**
 * What goes wrong with a call. `cut_before` is not carried out; all others are, and only their
 * answer is spoiled, except `failed`: Stripe answers with an error of its own, and keeps it under
 * the idempotency key. `late` waits for `answerLate`.
 */
export type Mishap = "cut_before" | "cut_after" | "late" | "server_error" | "failed" | "redirect" | Spoiled;
type Spoiled = { status?: number; body: string };

export type Call = { name: string; path: string; fields: Record<string, string>; headers: IncomingMessage["headers"] };
type Reply = { status: number; body: string };

/** Stripe's API and its payment pages, with one account in memory. */
export class StripeEmulator {
  readonly secretKey = `sk_test_${randomBytes(12).toString("hex")}`;
  readonly webhookSecret = `whsec_${randomBytes(12).toString("hex")}`;
  readonly account: StripeAccount;
  readonly calls: Call[] = [];
  /** names of the operations that the shop's key may not call */
  readonly forbidden = new Set<string>();
  /** how many of the latest payments the search does not know yet */
  searchLag = 0;
  readonly #now: () => number;
  readonly #kept = new Map<string, { request: string; reply?: Reply; at: number }>();
  readonly #mishaps: { name: string; mishap: Mishap }[] = [];
  readonly #late: (() => void)[] = [];
  readonly #server: Server;
  #url = "";

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.account = new StripeAccount(now);
    this.#server = createServer((req, res) => void this.#serve(req, res).catch(() => res.destroy()));
  }

  async start(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
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

  /** Lets the next call of this operation go wrong; names are those of `operations`. */
  spoil(name: string, mishap: Mishap): void {
    this.#mishaps.push({ name, mishap });
  }

  /** Sends the answers that wait. */
  answerLate(): void {
    for (const send of this.#late.splice(0)) send();
  }

  /** A webhook about this object, signed by Stripe's own package. */
  webhook(type: string, object: object, id = `evt_${randomBytes(8).toString("hex")}`) {
    const payload = JSON.stringify({ id, object: "event", type, data: { object } }, null, 2);
    const timestamp = Math.floor(this.#now() / 1000);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: this.webhookSecret, timestamp });
    return { body: payload, headers: { "stripe-signature": signature } };
  }

  async #serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await bodyOf(req);
    if (req.url?.startsWith("/c/pay/")) return servePage(this.account, req, res, body);
    const { pathname, searchParams } = new URL(req.url ?? "", this.#url);
    const fields = req.method === "POST" ? new URLSearchParams(body) : searchParams;
    const operation = operations.find(({ method, path }) => method === req.method && path.test(pathname));
    const name = operation?.name ?? "";
    this.calls.push({ name, path: pathname, fields: Object.fromEntries(fields), headers: req.headers });
    const mishap = this.#takeMishap(name);
    if (mishap === "cut_before") return void res.destroy();
    const run = () => {
      if (req.headers.authorization !== `Bearer ${this.secretKey}`) throw new Refusal(401, {});
      if (this.forbidden.has(name)) throw new Refusal(403, { code: "more_permissions_required" });
      if (!operation) throw new Refusal(404, {});
      const [, id = ""] = operation.path.exec(pathname) ?? [];
      if (mishap === "failed") throw new Refusal(500, { type: "api_error" });
      return operation.run(this, id, fields);
    };
    const key = req.method === "POST" ? String(req.headers["idempotency-key"] ?? "") : "";
    this.#send(res, mishap, this.#once(key, `${pathname}?${fields}`, run));
  }

  /** The first answer under a key, for a day. A request that was refused unread is not kept. */
  #once(key: string, request: string, run: () => unknown): Reply {
    const kept = this.#kept.get(key);
    if (key !== "" && kept && this.#now() - kept.at < 86_400_000) {
      if (kept.request !== request) return errorOf(new Refusal(400, { type: "idempotency_error" }));
      if (kept.reply) return kept.reply;
    }
    try {
      const reply = { status: 200, body: JSON.stringify(run()) };
      this.#kept.set(key, { request, reply, at: this.#now() });
      return reply;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const reply = errorOf(error);
      if (reply.status >= 402 && reply.status !== 404) this.#kept.set(key, { request, reply, at: this.#now() });
      return reply;
    }
  }

  #takeMishap(name: string): Mishap | undefined {
    const place = this.#mishaps.findIndex((next) => next.name === name);
    return place < 0 ? undefined : this.#mishaps.splice(place, 1)[0]?.mishap;
  }

  #send(res: ServerResponse, mishap: Mishap | undefined, { status, body }: Reply): void {
    const answer = () => res.writeHead(status, { "content-type": "application/json" }).end(body);
    if (mishap === "cut_after") return void res.destroy();
    if (mishap === "late") return void this.#late.push(answer);
    if (mishap === "server_error") return void res.writeHead(503).end("Service Unavailable");
    if (mishap === "redirect") return void res.writeHead(307, { location: this.#url }).end();
    if (typeof mishap === "object") return void res.writeHead(mishap.status ?? 200).end(mishap.body);
    answer();
  }
}

const errorOf = ({ status, fields }: Refusal): Reply => ({ status, body: JSON.stringify({ error: fields }) });

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
