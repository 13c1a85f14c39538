import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { signatureError } from "./s3-signature.ts";

/** The only key that the server knows. */
export const s3Key = { accessKeyId: "TESTKEYID", secretAccessKey: "TESTSECRET" };

export type TestS3 = {
  url: string;
  /** environment variables of a shop that stores its pictures on this server */
  env: Record<string, string>;
  /** the method of each request that was signed by the key */
  methods: string[];
  /** refuses all further connections */
  close: () => Promise<void>;
};

type StoredObject = { bytes: Buffer; type: string; changed: Date };
type Bucket = Map<string, StoredObject>;

const bucketPath = "/pictures";
const statuses = {
  AccessDenied: 403,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  MethodNotAllowed: 405,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  SignatureDoesNotMatch: 403,
  XAmzContentSHA256Mismatch: 400,
};

const etagOf = (bytes: Buffer): string => `"${createHash("md5").update(bytes).digest("hex")}"`;
const escapeXml = (text: string): string => text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`);

function sendXml(res: ServerResponse, status: number, xml: string): void {
  res.writeHead(status, { "Content-Type": "application/xml" }).end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
}

/** Refuses like S3: the answer repeats the request's key and signature. */
function refuse(req: IncomingMessage, res: ServerResponse, code: keyof typeof statuses): void {
  const signed = escapeXml(req.headers.authorization ?? "");
  const details = `<Resource>${escapeXml(req.url ?? "")}</Resource><Authorization>${signed}</Authorization>`;
  sendXml(res, statuses[code], `<Error><Code>${code}</Code><Message>${code}</Message>${details}</Error>`);
}

const contents = ([name, { bytes, changed }]: [string, StoredObject]): string =>
  [
    `<Contents><Key>${escapeXml(name)}</Key><LastModified>${changed.toISOString()}</LastModified>`,
    `<ETag>${escapeXml(etagOf(bytes))}</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  ].join("");

/** Lists one page (ListObjectsV2). The continuation token is the name of the page's last object. */
function list(res: ServerResponse, bucket: Bucket, query: URLSearchParams, pageSize: number): void {
  const [after, prefix] = [query.get("continuation-token") ?? "", query.get("prefix") ?? ""];
  const all = [...bucket].filter(([name]) => name > after && name.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1));
  const page = all.slice(0, Math.min(pageSize, Number(query.get("max-keys") ?? pageSize)));
  const isTruncated = page.length < all.length;
  const next = isTruncated ? `<NextContinuationToken>${escapeXml(page.at(-1)?.[0] ?? "")}</NextContinuationToken>` : "";
  const head = `<Name>${bucketPath.slice(1)}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}`;
  sendXml(res, 200, `<ListBucketResult>${head}${page.map(contents).join("")}</ListBucketResult>`);
}

function answerObject(req: IncomingMessage, res: ServerResponse, bucket: Bucket, name: string, body: Buffer): void {
  const stored = bucket.get(name);
  if (req.method === "PUT") {
    bucket.set(name, { bytes: body, type: req.headers["content-type"] ?? "binary/octet-stream", changed: new Date() });
    res.setHeader("ETag", etagOf(body)).end();
  } else if (req.method === "DELETE") {
    bucket.delete(name);
    res.writeHead(204).end();
  } else if (req.method !== "GET" && req.method !== "HEAD") {
    refuse(req, res, "MethodNotAllowed");
  } else if (stored) {
    res.writeHead(200, {
      "Content-Type": stored.type,
      "Content-Length": stored.bytes.length,
      "Last-Modified": stored.changed.toUTCString(),
      ETag: etagOf(stored.bytes),
    });
    res.end(stored.bytes);
  } else refuse(req, res, "NoSuchKey");
}

/**
 * Opens an S3 server with an empty bucket in this process. It answers the shop's calls, and refuses
 * requests that its key did not sign. A page of a list has at most `pageSize` names.
 */
export async function openS3({ pageSize = 1000 } = {}): Promise<TestS3> {
  const bucket: Bucket = new Map();
  const methods: string[] = [];
  const server = createServer(async (req, res) => {
    const body = Buffer.concat((await req.toArray()) as Buffer[]);
    const error = signatureError(req, body, s3Key);
    if (error) return refuse(req, res, error);
    methods.push(req.method ?? "");
    const { pathname, searchParams } = new URL(req.url ?? "", "http://s3");
    const [, first, name = ""] = /^(\/[^/]*)\/?(.*)$/.exec(pathname) ?? [];
    if (first !== bucketPath) return refuse(req, res, "NoSuchBucket");
    if (name !== "") return answerObject(req, res, bucket, decodeURIComponent(name), body);
    if (req.method !== "GET") return refuse(req, res, "MethodNotAllowed");
    if (searchParams.get("list-type") !== "2") return refuse(req, res, "InvalidArgument");
    list(res, bucket, searchParams, pageSize);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${bucketPath}`;
  const env = {
    MEDIA_URL: url,
    MEDIA_REGION: "us-east-1",
    MEDIA_ACCESS_KEY_ID: s3Key.accessKeyId,
    MEDIA_SECRET_ACCESS_KEY: s3Key.secretAccessKey,
  };
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, env, methods, close };
}
