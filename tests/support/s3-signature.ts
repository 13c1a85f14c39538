import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");

/** Whether a request is signed by `secret` as AWS Signature Version 4 describes it: s3rver does not look. */
export function isSigned({ method, url = "", headers }: IncomingMessage, body: Buffer, secret: string): boolean {
  const [, scope = "", names = "", signature] =
    /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(headers.authorization ?? "") ?? [];
  const sent = String(headers["x-amz-content-sha256"]);
  if (sent !== "UNSIGNED-PAYLOAD" && sent !== sha256(body)) return false;
  const { pathname, searchParams } = new URL(url, "http://s3");
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join("=")).sort();
  const signed = names.split(";").map((name) => `${name}:${headers[name]}\n`);
  const canonical = [method, pathname, query.join("&"), signed.join(""), names, sent].join("\n");
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  return hmac(key, text).toString("hex") === signature;
}
