import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { serveFiles } from "server-islands/server";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openFolder } from "./fixture-site.ts";

const folder = openFolder();
const text = "export const word = 'word';".repeat(20);
const script = "/static/islands/notes-1A2B3C4D.js";
let server: Server;

beforeAll(async () => {
  const islands = join(folder.path, "static/islands");
  mkdirSync(islands, { recursive: true });
  writeFileSync(join(islands, "notes-1A2B3C4D.js"), text);
  writeFileSync(join(islands, "notes-1A2B3C4D.js.br"), brotliCompressSync(text));
  writeFileSync(join(islands, "notes-1A2B3C4D.js.gz"), gzipSync(text));
  writeFileSync(join(islands, "entry.js"), "0");
  server = await serve(serveFiles(folder.path));
});
afterAll(() => {
  server.close();
  folder.remove();
});

async function serve(listener: ReturnType<typeof serveFiles>): Promise<Server> {
  const opened = createServer((req, res) => listener(req, res));
  await new Promise<void>((resolve) => opened.listen(0, "127.0.0.1", resolve));
  return opened;
}

type Answer = { status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: Buffer };

/** Sends a request, and does not decode the answer as `fetch` would. */
function ask(path: string, headers: Record<string, string> = {}, method = "GET", from = server): Promise<Answer> {
  const { port } = from.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, method, headers }, async (res) => {
      resolve({ status: res.statusCode, headers: res.headers, body: Buffer.concat(await res.toArray()) });
    })
      .on("error", reject)
      .end();
  });
}

for (const [accept, encoding] of [
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["gzip;q=1, br;q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0, gzip;q=0", undefined],
  ["identity, br;q=0.5", undefined],
  ["*", "br"],
  ["deflate", undefined],
  [undefined, undefined],
] as const) {
  test(`a client that accepts ${accept} gets a script as ${encoding ?? "plain text"}, by GET and HEAD`, async () => {
    const headers = accept === undefined ? {} : { "accept-encoding": accept };
    const [got, head] = [await ask(script, headers), await ask(script, headers, "HEAD")];

    const decode = { br: brotliDecompressSync, gzip: gunzipSync };
    expect((encoding ? decode[encoding](got.body) : got.body).toString()).toBe(text);
    expect(got.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "content-length": String(got.body.length),
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
    });
    expect(got.headers["content-encoding"]).toBe(encoding);
    expect(head.body.length).toBe(0);
    for (const name of ["content-encoding", "content-length", "etag", "vary"]) expect(head.headers[name]).toBe(got.headers[name]);
  });
}

test("each encoding has a tag of its own, by which it is not sent again", async () => {
  const tags = [];
  for (const accept of ["br", "gzip", "identity"]) {
    const { etag } = (await ask(script, { "accept-encoding": accept })).headers;
    const again = await ask(script, { "accept-encoding": accept, "if-none-match": String(etag) });
    expect([again.status, again.body.length, again.headers.vary]).toEqual([304, 0, "Accept-Encoding"]);
    expect(again.headers["content-encoding"]).toBeUndefined();
    tags.push(etag);
  }
  expect(new Set(tags).size).toBe(3);
});

test("a file that compression would not make smaller is sent as it is", async () => {
  const { status, headers, body } = await ask("/static/islands/entry.js", { "accept-encoding": "br" });
  expect([status, headers["content-encoding"], String(body)]).toEqual([200, undefined, "0"]);
  expect(headers["cache-control"]).toBe("no-cache");
});

test("pages of other origins use the files only by an option", async () => {
  const open = await serve(serveFiles(folder.path, { cors: true }));
  onTestFinished(() => void open.close());
  const names = ["access-control-allow-origin", "cross-origin-resource-policy"];
  const closed = await ask(script);
  expect(names.map((name) => closed.headers[name])).toEqual([undefined, undefined]);

  const { headers } = await ask(script, {}, "GET", open);
  expect(names.map((name) => headers[name])).toEqual(["*", "cross-origin"]);
  const none = await ask("/static/none.js", {}, "GET", open);
  expect([none.status, none.headers["access-control-allow-origin"]]).toEqual([404, undefined]);
});

test("another folder is served below another prefix, and nothing beside it", async () => {
  const other = await serve(serveFiles(join(folder.path, "static"), { prefix: "/" }));
  onTestFinished(() => void other.close());
  expect(String((await ask("/islands/entry.js", {}, "GET", other)).body)).toBe("0");
  expect((await ask("/%2e%2e/static/islands/entry.js", {}, "GET", other)).status).toBe(404);
  expect((await ask(script, {}, "POST")).status).toBe(404);
});
