import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

type Key = { accessKeyId: string; secretAccessKey: string };
type SignatureError = "AccessDenied" | "InvalidAccessKeyId" | "SignatureDoesNotMatch" | "XAmzContentSHA256Mismatch";

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
const format = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/;

/** Finds the error of a request's AWS Signature Version 4; undefined where `key` signed it. */
export function signatureError(req: IncomingMessage, body: Buffer, key: Key): SignatureError | undefined {
  const [, id, scope = "", names = "", signature] = format.exec(req.headers.authorization ?? "") ?? [];
  if (id === undefined) return "AccessDenied";
  if (id !== key.accessKeyId) return "InvalidAccessKeyId";
  if (signature !== sign(req, scope, names, key.secretAccessKey)) return "SignatureDoesNotMatch";
  const digest = req.headers["x-amz-content-sha256"];
  return digest === "UNSIGNED-PAYLOAD" || digest === sha256(body) ? undefined : "XAmzContentSHA256Mismatch";
}

function sign({ method, url = "", headers }: IncomingMessage, scope: string, names: string, secret: string): string {
  const { pathname, searchParams } = new URL(url, "http://s3");
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join("=")).sort();
  const signed = names.split(";").map((name) => `${name}:${headers[name]}\n`);
  const digest = headers["x-amz-content-sha256"];
  const canonical = [method, pathname, query.join("&"), signed.join(""), names, digest].join("\n");
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  return hmac(key, text).toString("hex");
}
