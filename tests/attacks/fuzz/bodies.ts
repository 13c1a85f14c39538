import { gzipSync } from "node:zlib";
import type { Draws } from "../../support/draws.ts";
import { oddText, spoilt } from "./values.ts";

export type Body = { type: string | undefined; bytes: Buffer; headers?: Record<string, string> };

type Fields = Record<string, unknown>;

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value)) ?? "";

const types: readonly string[] = [
  "application/json",
  "application/json; charset=utf-16",
  "application/json; charset=nonsense",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "text/plain",
  "text/xml",
  "application/octet-stream",
  "image/png",
  "a/b; c",
  ";",
  "*/*",
];

const inJson = (fields: Fields): Body => ({ type: "application/json", bytes: Buffer.from(JSON.stringify(fields)) });

function inForm(draws: Draws, fields: Fields): Body {
  const name = (key: string) => draws.one([key, key, key, `${key}[]`, `${key}[a][b]`, `__proto__[${key}]`]);
  const pairs = Object.entries(fields).map(([key, value]) =>
    [draws.below(8) === 0 ? name(key) : key, textOf(value)].map(encodeLoosely).join("="),
  );
  const more = draws.below(20) === 0 ? Array.from({ length: draws.below(2_000) }, (_, at) => `k${at}=v`) : [];
  return { type: "application/x-www-form-urlencoded", bytes: Buffer.from([...pairs, ...more].join("&")) };
}

/** A lone surrogate has no encoding. */
const encodeLoosely = (text: string): string => encodeURIComponent(text.toWellFormed());

function inParts(draws: Draws, fields: Fields): Body {
  const boundary = draws.one(["b", "-".repeat(70), "x'y"]);
  const disposition = (key: string) =>
    draws.one([
      `form-data; name="${key}"`,
      `form-data; name="${key}"; filename="../../${key}.png"`,
      `form-data; name="avatar"; filename="a.png"`,
      `form-data; name=${key}`,
      "form-data",
      "attachment",
    ]);
  const parts = Object.entries(fields).map(
    ([key, value]) =>
      `--${boundary}\r\nContent-Disposition: ${disposition(key.replace(/["\r\n]/g, ""))}\r\n${draws.one(["", "Content-Type: image/png\r\n", "Content-Transfer-Encoding: base64\r\n"])}\r\n${textOf(value)}\r\n`,
  );
  const end = draws.one([`--${boundary}--\r\n`, `--${boundary}--\r\n`, "", `--${boundary}`]);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.from(parts.join("") + end) };
}

/** The same body with an error in its bytes or its type. */
function broken(draws: Draws, { type, bytes }: Body): Body {
  switch (draws.below(7)) {
    case 0:
      return { type, bytes: bytes.subarray(0, draws.below(bytes.length + 1)) };
    case 1:
      return { type, bytes: Buffer.concat([bytes, Buffer.from([0xff, 0xfe, 0xc0, 0x80])]) };
    case 2:
      return { type: draws.one(types), bytes };
    case 3:
      return { type: undefined, bytes };
    case 4:
      return { type, bytes, headers: { "content-encoding": draws.one(["gzip", "br", "deflate", "nonsense"]) } };
    case 5:
      return { type, bytes: gzipSync(bytes), headers: { "content-encoding": "gzip" } };
    default:
      return { type, bytes: Buffer.from(Array.from({ length: draws.below(3_000) }, () => draws.below(256))) };
  }
}

/** A body as a call expects it, or with errors in its fields or its bytes. */
export function bodyFor(draws: Draws, fields: Fields): Body {
  const chosen = draws.below(5) === 0 ? fields : spoilt(draws, fields);
  const kind = draws.below(10);
  const inOtherKind = () => (kind < 9 ? inForm(draws, chosen) : inParts(draws, chosen));
  const body = kind < 6 ? inJson(chosen) : inOtherKind();
  if (draws.below(12) === 0)
    return { type: "application/json", bytes: Buffer.from(JSON.stringify(draws.one([[], 1, "a", null, oddText(draws)]))) };
  return draws.below(4) === 0 ? broken(draws, body) : body;
}
