import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { transaction } from "../protocol.ts";
import { errorReply, GatewayService, type Reply } from "./gateway-service.ts";
import { payPath } from "./pages.ts";
import { payReply, sendPage } from "./pay-requests.ts";
import { readText } from "./read-text.ts";
import { sendReply } from "./send.ts";
import type { TransactionStore } from "./transaction-store.ts";

type TestGatewayOptions = { store: TransactionStore; secret: string; clock: () => number; slowMs: number; lateMs: number };

/**
 * Serves the calls of docs/gateways.md over HTTP, and the pages of payments. Requests are never
 * logged. An answer repeats only a key or a reference of its request.
 */
export function openTestServer({ store, secret, clock, slowMs, lateMs }: TestGatewayOptions): Server {
  const service = new GatewayService(store, clock, lateMs);
  const replyOf = async (req: IncomingMessage): Promise<Reply> => {
    if (!isBearer(req.headers.authorization, secret)) return errorReply(401, "unauthorized");
    const { pathname, searchParams } = new URL(req.url ?? "/", "http://gateway");
    if (req.method === "GET" && pathname === "/lookup") return service.lookup(searchParams.get("key"), searchParams.get("ref"));
    if (req.method === "GET" && pathname === "/books") return transactionsReply(store, searchParams);
    if (req.method === "POST" && pathname === "/late") return { status: 200, body: { approved: service.clearAllLate() } };
    if (req.method === "POST" && pathname === "/settle") {
      service.settle();
      return { status: 200, body: {} };
    }
    const call = req.method === "POST" ? callsOf(service, `http://${req.headers.host}`)[pathname] : undefined;
    return call ? keyed(await readJson(req), call) : errorReply(404, "no_such_call");
  };
  const server = createServer((req, res) => {
    const answer = req.url?.startsWith(payPath)
      ? payReply(req, { store, service, clock }).then((reply) => sendPage(res, reply, slowMs))
      : replyOf(req)
          .catch((error: unknown) => failing(error))
          .then((reply) => sendReply(res, reply, slowMs));
    answer.catch((error: unknown) => {
      failing(error);
      res.destroy();
    });
  });
  // Approves the late authorisations now, since the store closes after the server.
  return server.on("close", () => service.clearAllLate());
}

/** The calls by their paths. `origin` is the one that the shop called: its pages are there too. */
const callsOf = (service: GatewayService, origin: string): Record<string, (body: unknown) => Reply> => ({
  "/authorize": (body) => service.authorize(body, origin),
  "/close": service.close,
  "/capture": service.capture,
  "/void": service.void,
  "/refund": service.refund,
  "/review": service.review,
  "/dispute": service.dispute,
});

/**
 * Answers a call that has a body. Refuses a call without a key, since it would count as a new call.
 */
function keyed(body: unknown, call: (body: unknown) => Reply): Reply {
  if (body === undefined) return errorReply(400, "invalid_request");
  const key = typeof body === "object" && body !== null && "key" in body ? body.key : undefined;
  return typeof key === "string" && key !== "" ? call(body) : errorReply(400, "key_required");
}

function transactionsReply(store: TransactionStore, query: URLSearchParams): Reply {
  const limit = wholeNumber(query.get("limit"), Number.MAX_SAFE_INTEGER);
  const until = wholeNumber(query.get("until"), Number.MAX_SAFE_INTEGER);
  const entries = store.between(wholeNumber(query.get("since"), 0), until, wholeNumber(query.get("after"), 0), limit);
  const next = entries.length === limit ? (entries.at(-1)?.seq ?? null) : null;
  return { status: 200, body: { transactions: entries.map((entry) => transaction.parse(entry)), next } };
}

const wholeNumber = (text: string | null, fallback: number) =>
  text !== null && /^\d{1,16}$/.test(text) ? Number(text) : fallback;

/**
 * The JSON body; undefined if it is too long or malformed. JSON's own error would quote the body.
 */
async function readJson(req: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse((await readText(req)) ?? "");
  } catch {
    return undefined;
  }
}

function isBearer(header: string | undefined, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(header ?? ""), digest(`Bearer ${secret}`));
}

/** Logs where an error occurred, without its message, which might quote the request. */
function failing(error: unknown): Reply {
  console.error("test gateway:", stackWithoutMessage(error));
  return errorReply(500, "internal");
}

/** Name, code and stack of an error without its message. */
export function stackWithoutMessage(error: unknown): string {
  const places = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at ")) : [];
  const code = error instanceof Error && "code" in error ? ` ${error.code}` : "";
  return [`${error instanceof Error ? error.name : "failure"}${code}`, ...places].join("\n");
}
