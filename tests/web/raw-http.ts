import { connect } from "node:net";
import { expect } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { beginSession } from "../support/begin-session.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import type { TestShop } from "../support/shop.ts";

export type RawResponse = { status: number; headers: Map<string, string>; text: string };

/** Sends bytes that no HTTP client would send, and reads until the shop closes the connection. */
export function sendBytes(shop: TestShop, bytes: string | Buffer): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
    let answer = "";
    socket.setEncoding("latin1").on("data", (text) => {
      answer += text;
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(parse(answer)));
    socket.write(bytes);
  });
}

function parse(answer: string): RawResponse {
  const at = answer.indexOf("\r\n\r\n");
  const [first = "", ...lines] = answer.slice(0, at).split("\r\n");
  const headers = new Map(lines.map((line) => [line.split(":", 1)[0]?.toLowerCase() ?? "", line.replace(/^[^:]*:\s*/, "")]));
  return { status: Number(first.split(" ")[1]), headers, text: answer.slice(at + 4) };
}

type RawRequest = { method?: string; headers?: Record<string, string>; body?: string | Buffer };

/** Sends a request with exactly this target, method and headers. */
export function rawRequest(
  shop: TestShop,
  target: string,
  { method = "GET", headers = {}, body = "" }: RawRequest = {},
): Promise<RawResponse> {
  const sized = body.length > 0 && !("transfer-encoding" in headers || "content-length" in headers);
  const all = {
    host: "shop.test",
    connection: "close",
    ...headers,
    ...(sized && { "content-length": String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return sendBytes(
    shop,
    Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`), Buffer.from(body)]),
  );
}

/** The headers that a browser sends with its own JSON call. */
export const ownHeaders = async (browser: TestBrowser): Promise<Record<string, string>> => ({
  "x-csrftoken": await browser.token(),
  cookie: browser.cookie,
  "content-type": "application/json",
});

/** Expects that the shop had no error, and that no answer shows a place in its code. */
export function expectNoFault({ log }: TestShop, answers: readonly { status: number; text: string }[]): void {
  for (const { status, text } of answers) {
    expect([status, status > 0 && status < 500]).toEqual([status, true]);
    expect(text).not.toMatch(/\n\s+at |node:internal|\.ts:\d|node_modules/);
  }
  expect(log.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
}

/** A customer's browser, signed in. */
export async function customerIn({ shop, browser }: TestShop, id: string): Promise<TestBrowser> {
  const email = `${id}@example.com`;
  const nothing = { password_hash: null, avatar: null, pending_email: null, disabled_at: null };
  await transact(shop.db, (tx) =>
    tx
      .insertInto("customer")
      .values({ id, email, email_norm: email, created_at: 1, ...nothing })
      .execute(),
  );
  return await anotherBrowserOf({ shop, browser }, id);
}

/** Another browser of a customer, signed in as well. */
export const anotherBrowserOf = ({ shop, browser }: Pick<TestShop, "shop" | "browser">, id: string): Promise<TestBrowser> =>
  beginSession({ shop }, browser(), id);
