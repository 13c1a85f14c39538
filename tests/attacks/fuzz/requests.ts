import type { Draws } from "../../support/draws.ts";
import { type Body, bodyFor } from "./bodies.ts";
import { oddText } from "./values.ts";

/** A correct request. */
export type RightRequest = { method: string; path: string; fields: Record<string, unknown>; cookie: string; token: string };

const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "BREW", "get", "G T"];

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());
const inTarget = (text: string): string => encoded(text).slice(0, 3_000);

function oddPath(draws: Draws, path: string): string {
  const [before = "", query = ""] = path.split("?");
  const segments = before.split("/");
  const at = draws.below(segments.length);
  const replaced = (segment: string) => segments.map((each, nth) => (nth === at ? segment : each)).join("/");
  switch (draws.below(10)) {
    case 0:
      return replaced(inTarget(oddText(draws)));
    case 1:
      return replaced(draws.one(["%", "%zz", "%00", "%ff", "%c0%af", "%2e%2e", "..", ".", "", ";a=b", "a%2fb", "%5c", "é"]));
    case 2:
      return [...before].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
    case 3:
      return `${path}${path.includes("?") ? "&" : "?"}${draws.one(["a[]=1", "__proto__[a]=1", "%=%", "a=%ff", "next=//evil.example", "page=-1", "page=1e9"])}`;
    case 4:
      return `${before}?${query.replaceAll("=", draws.one(["[]=", "[$ne]=", "=%00", "", "=="]))}&${query}`;
    case 5:
      return `${before}?${query}&${inTarget(oddText(draws))}=${inTarget(oddText(draws))}`;
    case 6:
      return draws.one([
        `http://evil.example${path}`,
        `//evil.example${path}`,
        "*",
        "/",
        `/shop/us${path}`,
        `/${path}`,
        `${path}/`,
      ]);
    case 7:
      return `${path}/${"a".repeat(draws.below(9_000))}`;
    case 8:
      return `${path}?${Array.from({ length: draws.below(900) }, (_, nth) => `categories=${nth}`).join("&")}`;
    default:
      return path.toUpperCase();
  }
}

/** A text that fits into a header: one line of bytes. */
const inHeader = (text: string): string => text.replace(/[\r\n\0]/g, "").slice(0, 4_000);

function oddCookie(draws: Draws, cookie: string): string {
  const odd = inHeader(encoded(oddText(draws)));
  return draws.one([
    "",
    odd,
    `${cookie}; ${cookie}`,
    cookie.replace(/[0-9a-f]/, "z"),
    cookie.replaceAll("=", ""),
    `user_id=${odd}; visitor=${odd}; csrftoken=${odd}; checkoutId=${odd}`,
    `${cookie}; checkoutId=${odd}`,
    `${cookie}; a="b; c=%zz; =; ;;`,
    `__proto__=1; ${cookie}`,
  ]);
}

function oddHeader(draws: Draws): [string, string] {
  const odd = inHeader(draws.below(2) === 0 ? oddText(draws) : encoded(oddText(draws)));
  const names = [
    ["accept", "accept-language", "accept-encoding", "user-agent", "referer", "origin", "if-none-match", "range", "date"],
    ["if-modified-since", "x-forwarded-proto", "x-forwarded-host", "idempotency-key", "sec-fetch-site", "sec-fetch-mode"],
    ["x-requested-with", "x-http-method-override", "authorization", "cache-control", "prefer", "te", "expect", "x-shop-page"],
  ].flat();
  const value = draws.one([
    odd,
    odd,
    "null",
    "cross-site",
    "same-origin",
    "*",
    "bytes=0-,5-",
    "gzip;q=9,br;q=x",
    "100-continue",
    "-1",
  ]);
  return [draws.one(names), value];
}

export type WrongRequest = { about: string; bytes: Buffer };

function framed(
  method: string,
  target: string,
  headers: readonly (readonly [string, string])[],
  body: Body | undefined,
): WrongRequest {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}connection: close\r\n\r\n`);
  const about = `${method} ${target.slice(0, 120)} ${body?.type ?? ""} ${body?.bytes.toString("latin1").slice(0, 200) ?? ""}`;
  return { about, bytes: Buffer.concat([head, body?.bytes ?? Buffer.alloc(0)]) };
}

/** A request that differs from the correct one in some respect. Each has its own address. */
export function wrongRequest(draws: Draws, right: RightRequest): WrongRequest {
  const method = draws.below(12) === 0 ? draws.one(methods) : right.method;
  const target = draws.below(3) === 0 ? oddPath(draws, right.path) : right.path;
  const cookie = draws.below(8) === 0 ? oddCookie(draws, right.cookie) : right.cookie;
  const token = draws.below(12) === 0 ? inHeader(encoded(oddText(draws))) : right.token;
  const body = right.method === "GET" && draws.below(20) > 0 ? undefined : bodyFor(draws, { ...right.fields, _csrf: token });
  const from = `${1 + draws.below(220)}.${draws.below(256)}.${draws.below(256)}.${draws.below(256)}`;
  const headers: (readonly [string, string])[] = [
    ["host", draws.below(30) === 0 ? inHeader(encoded(oddText(draws))) : "shop.test"],
    ["x-forwarded-for", draws.below(30) === 0 ? inHeader(encoded(oddText(draws))) : from],
    ["cookie", cookie],
    ["x-csrftoken", token],
    ...(body?.type === undefined ? [] : [["content-type", body.type] as const]),
    ...(body === undefined ? [] : [["content-length", String(body.bytes.length)] as const]),
    ...Object.entries(body?.headers ?? {}),
    ...Array.from({ length: draws.below(3) }, () => oddHeader(draws)),
  ];
  return framed(method, target, headers, body);
}

/** Bytes that hardly form a request. */
export function wrongBytes(draws: Draws): WrongRequest {
  const bytes = draws.one([
    "GET\r\n\r\n",
    "GET / HTTP/9.9\r\nhost: a\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n",
    "GET / HTTP/1.1\r\nhost: a\r\n x: folded\r\n\r\n",
    "GET / HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n",
    "GET / HTTP/1.1\r\nhost: a\r\nx: \u0001\r\n\r\n",
    "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n",
    "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
    "POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n\r\n",
    "POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n",
    "CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n",
    "GET /storefront/ HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
    `GET /${"a".repeat(20_000)} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${"a".repeat(20_000)}\r\nconnection: close\r\n\r\n`,
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "\u0016\u0003\u0001\u0000\u0005hello",
  ]);
  return { about: JSON.stringify(bytes.slice(0, 100)), bytes: Buffer.from(bytes, "latin1") };
}
