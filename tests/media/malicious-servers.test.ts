import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { setDefaultCACertificates } from "node:tls";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { downloadPicture } from "../../server/media/safe-download.ts";
import { certificate, names, only, type Place, refusal, serve, serveRaw, serveTls } from "./serve.ts";

const late = refusal("it did not arrive within 0.3 seconds");
const brokenOff = refusal("its server closed the connection early");
const picture = Buffer.from("a picture, for all that a download knows");

/** Sends `beginning`, then sends `text` repeatedly until the other side closes the connection. */
const endless =
  (beginning: string, text: string, ms = 1) =>
  (socket: Socket) => {
    socket.write(beginning);
    const timer = setInterval(() => socket.write(text), ms);
    socket.on("close", () => clearInterval(timer));
  };

const head = "HTTP/1.1 200 OK\r\n";

const allClosed = ({ open }: Place) => vi.waitFor(async () => expect(await open()).toBe(0));

describe("a server cannot keep an import waiting", () => {
  test.each([
    ["a body that drips", endless(`${head}Content-Length: 9000000\r\n\r\n`, "x", 20)],
    ["a header line that drips", endless(`${head}X-Slow: `, "x", 20)],
    ["early hints without end", endless("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")],
  ])("with %s", async (_what, reply) => {
    const place = await serveRaw(reply);
    expect(await downloadPicture(place.url, { ...only(place), timeLimit: 300 })).toEqual(late);
    await allClosed(place);
  });

  const more = `X-More: ${"x".repeat(5000)}\r\n`;
  const switching = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n";
  const switched = refusal("its server answered 101 instead of the picture");
  const replies: [string, (socket: Socket) => unknown, unknown][] = [
    ["headers without end", endless(head, more), refusal("its server cannot be used (HPE_HEADER_OVERFLOW)")],
    ["trailers without end", endless(`${head}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n`, more), brokenOff],
    ["a connection that is closed without a word", (socket) => socket.end(), brokenOff],
    ["another protocol", (socket) => socket.write(`${switching}abc`), switched],
    ["another protocol, and is gone", (socket) => socket.end(switching), switched],
  ];
  test.each(replies)("with %s", async (_what, reply, outcome) => {
    const place = await serveRaw(reply);
    expect(await downloadPicture(place.url, only(place))).toEqual(outcome);
    await allClosed(place);
  });

  test("with redirects that each take their time: it is one time for all", async () => {
    const place = await serve((req, res) => {
      const next = String(Number(req.url?.slice(1)) + 1);
      setTimeout(() => res.writeHead(302, { Location: next }).end(), 200);
    });
    expect(await downloadPicture(`${place.url}/0`, { ...only(place), timeLimit: 300 })).toEqual(late);
  });

  test("with a name that is resolved when the time is over: nobody is connected to any more", async () => {
    const place = await serve((_req, res) => void res.end(picture));
    let tell = (_found: { address: string; family: number }[]) => {};
    const resolve = () => new Promise<{ address: string; family: number }[]>((resolved) => (tell = resolved));
    const options = { ...only(place), resolve, timeLimit: 50 };
    const outcome = await downloadPicture(`http://pictures.test:${place.port}/`, options);
    tell([{ address: "127.0.0.1", family: 4 }]);
    await new Promise((done) => setTimeout(done, 50));
    expect(outcome).toEqual(refusal("it did not arrive within 0.05 seconds"));
    expect([place.requests, await place.open()]).toEqual([[], 0]);
  });

  test("an owner who has had enough ends a download at once", async () => {
    const stop = new AbortController();
    const place = await serve((_req, res) => {
      res.write("a");
      stop.abort();
    });
    expect(await downloadPicture(place.url, { ...only(place), signal: stop.signal })).toEqual(
      refusal("its download was stopped"),
    );
    await allClosed(place);
    expect(await downloadPicture(place.url, { ...only(place), signal: stop.signal })).toEqual(
      refusal("its download was stopped"),
    );
    expect(place.requests).toHaveLength(1);
  });
});

describe("a server that lies about what it sends", () => {
  test.each([
    ["a length that is too long", `${head}Content-Length: 30\r\n\r\nabcdef`, brokenOff],
    ["a length that is too short", `${head}Content-Length: 3\r\n\r\nabcdef`, { ok: true, value: Buffer.from("abc") }],
    [
      "two lengths",
      `${head}Content-Length: 3\r\nContent-Length: 6\r\n\r\nabcdef`,
      refusal("its server cannot be used (HPE_UNEXPECTED_CONTENT_LENGTH)"),
    ],
    [
      "a length and chunks",
      `${head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
      refusal("its server cannot be used (HPE_INVALID_TRANSFER_ENCODING)"),
    ],
    ["a length of 10,000,001 bytes", `${head}Content-Length: 10000001\r\n\r\n`, refusal("it is larger than 10 MB")],
    ["no length", `${head}\r\nabc`, { ok: true, value: Buffer.from("abc") }],
    ["nothing", `${head}Content-Length: 0\r\n\r\n`, { ok: true, value: Buffer.alloc(0) }],
  ])("%s", async (_what, reply, outcome) => {
    const place = await serveRaw((socket) => socket.end(reply));
    expect(await downloadPicture(place.url, only(place))).toEqual(outcome);
    await allClosed(place);
  });

  test("what is packed is not unpacked: a thousandth of it may pass the limit", async () => {
    const place = await serve((_req, res) => {
      res.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(Buffer.alloc(1_000_000)));
    });
    expect(await downloadPicture(place.url, only(place))).toEqual(refusal("its server sent it compressed (gzip)"));
  });
});

describe("what a server learns of the shop", () => {
  test("is the address alone: no cookie, no referrer, a plain name, and a connection that is not kept", async () => {
    const heard: unknown[] = [];
    const place = await serve((req, res) => {
      heard.push([req.method, req.headers]);
      if (req.url === "/a.jpg") return void res.end(picture);
      res.writeHead(302, { Location: "/a.jpg#part", "Set-Cookie": "known=1; Path=/" }).end();
    });
    await downloadPicture(`${place.url}/#part`, only(place));
    const headers = {
      host: `127.0.0.1:${place.port}`,
      accept: "image/avif,image/webp,image/*;q=0.8",
      "accept-encoding": "identity",
      "user-agent": "store-import",
      connection: "close",
    };
    expect(heard).toEqual([
      ["GET", headers],
      ["GET", headers],
    ]);
    await allClosed(place);
  });
});

describe("over https", () => {
  afterEach(() => vi.unstubAllEnvs());
  const resolve = names({ "pictures.test": "127.0.0.1", "other.test": "127.0.0.1" });
  const permit = () => true;
  const servePicture: RequestListener = (_req, res) => void res.end(picture);

  test("a certificate that nobody vouches for is refused", async () => {
    const place = await serveTls(servePicture);
    const url = `https://pictures.test:${place.port}/`;
    expect(await downloadPicture(url, { resolve, permit })).toEqual(refusal("its server's certificate is not valid"));
    expect(place.requests).toEqual([]);
  });

  test("one of another name too, and a redirect to plain http is judged as any other", async () => {
    setDefaultCACertificates([certificate]);
    onTestFinished(() => setDefaultCACertificates([]));
    const inner = await serve(servePicture);
    const place = await serveTls((_req, res) => void res.writeHead(302, { Location: inner.url }).end());
    const at = (name: string) => `https://${name}:${place.port}/`;

    expect(await downloadPicture(at("other.test"), { resolve, permit })).toEqual(
      refusal("its server's certificate is not valid"),
    );
    expect(await downloadPicture(at("pictures.test"), { resolve, ...only(place) })).toEqual(
      refusal("its server is not on the public internet at port 80 or 443"),
    );
    expect(inner.requests).toEqual([]);
    expect(await downloadPicture(at("pictures.test"), { resolve, permit })).toEqual({ ok: true, value: picture });
  });
});

describe("whether its other pictures are worth asking for", () => {
  const codeOf = async (...requests: Parameters<typeof downloadPicture>) => {
    const outcome = await downloadPicture(...requests);
    return outcome.ok ? "came" : outcome.code;
  };

  test("a server that is not there, says nothing or wants to be left alone is silent; one that answers is not", async () => {
    const quiet = await serveRaw(() => {});
    expect(await codeOf("http://127.0.0.1:1/", { permit: () => true })).toBe("unavailable");
    expect(await codeOf(quiet.url, { ...only(quiet), timeLimit: 50 })).toBe("unavailable");
    for (const [status, code] of [
      [429, "unavailable"],
      [503, "unavailable"],
      [404, "failed"],
      [500, "failed"],
    ] as const) {
      const place = await serve((_req, res) => void res.writeHead(status).end());
      expect([status, await codeOf(place.url, only(place))]).toEqual([status, code]);
    }
    const torn = await serveRaw((socket) => socket.end(`${head}Content-Length: 30\r\n\r\na`));
    expect(await codeOf(torn.url, only(torn))).toBe("failed");
    expect(await codeOf("http://10.0.0.1/")).toBe("invalid");
  });
});
