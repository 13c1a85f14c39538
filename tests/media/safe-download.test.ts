import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import { downloadPicture } from "../../server/media/safe-download.ts";
import { names, only, refusal, serve } from "./serve.ts";

const picture = Buffer.from("a picture, for all that a download knows");
const servePicture: RequestListener = (_req, res) => void res.end(picture);

const notPublic = refusal("its server is not on the public internet at port 80 or 443");

describe("a picture from the internet", () => {
  test("arrives as it was sent", async () => {
    const place = await serve(servePicture);
    expect(await downloadPicture(`${place.url}/a.jpg?v=1`, only(place))).toEqual({ ok: true, value: picture });
    expect(place.requests).toEqual([`127.0.0.1:${place.port} /a.jpg?v=1`]);
  });

  test("may be passed on three times, also by a relative address, not four", async () => {
    const place = await serve((req, res) => {
      const left = Number(req.url?.slice(1));
      if (left === 0) return void res.end(picture);
      res.writeHead([301, 302, 307, 308][left % 4] ?? 301, { Location: String(left - 1) }).end();
    });
    expect(await downloadPicture(`${place.url}/3`, only(place))).toEqual({ ok: true, value: picture });
    expect(await downloadPicture(`${place.url}/4`, only(place))).toEqual(refusal("it redirects more than 3 times"));
    expect(place.requests).toHaveLength(8);
  });

  test.each([
    ["file:///etc/passwd", "its address does not begin with http:// or https://"],
    ["ftp://pictures.test/a.jpg", "its address does not begin with http:// or https://"],
    ["data:image/png;base64,AA==", "its address does not begin with http:// or https://"],
    ["a.jpg", "its address cannot be read"],
    ["http://", "its address cannot be read"],
    ["http://owner:secret@pictures.test/", "its address has a user name or password"],
    ["http://owner@pictures.test/", "its address has a user name or password"],
    ["http://[fe80::1%25eth0]/", "its address cannot be read"],
    ["http://1.2.3.256/", "its address cannot be read"],
  ])("%s is refused", async (url, reason) => {
    expect(await downloadPicture(url)).toEqual(refusal(reason));
  });

  test.each([404, 403, 500, 204, 206, 304])("an answer of %i is no picture", async (status) => {
    const place = await serve((_req, res) => void res.writeHead(status).end());
    expect(await downloadPicture(place.url, only(place))).toEqual(
      refusal(`its server answered ${status} instead of the picture`),
    );
  });
});

describe("an address inside is never connected to", () => {
  test.each([
    "127.0.0.1",
    "localhost",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "0.0.0.0",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::]",
    "127.0.0.1.",
    "LOCALHOST",
    "127.1",
    "0177.1",
    "0x7f000001",
    "%31%32%37.0.0.1",
    "１２７.0.0.1",
    "127。0。0。1",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:127.0.0.1]",
  ])("the machine itself, written as %s", async (host) => {
    const place = await serve(servePicture);
    expect(await downloadPicture(`http://${host}:${place.port}/`)).toEqual(notPublic);
    expect(place.requests).toEqual([]);
  });

  test("the machine itself, by a name with a dot behind it, which not every machine knows", async () => {
    const place = await serve(servePicture);
    expect(await downloadPicture(`http://localhost.:${place.port}/`)).toMatchObject({ ok: false });
    expect(place.requests).toEqual([]);
  });

  test.each([
    "http://10.0.0.1/",
    "https://192.168.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fd00::1]/",
    "http://[64:ff9b::a00:1]/",
    "http://[64:ff9b:1::a00:1]/",
    "http://[2002:a00:1::]/",
    "http://[2001:0:a00:1::1]/",
    "http://100.64.0.1/",
    "http://224.0.0.1/",
    "http://[fe80::1]/",
    "http://[ff02::1]/",
  ])("%s", async (url) => expect(await downloadPicture(url)).toEqual(notPublic));

  test("a name that resolves to one", async () => {
    const resolve = names({ "pictures.test": "10.1.2.3" });
    expect(await downloadPicture("https://pictures.test/a.jpg", { resolve })).toEqual(notPublic);
  });

  test("a public address at any other port", async () => {
    const requests: string[] = [];
    const resolve = (hostname: string) => {
      requests.push(hostname);
      return names({})(hostname);
    };
    expect(await downloadPicture("http://8.8.8.8:8080/", { resolve })).toEqual(notPublic);
    expect(await downloadPicture("http://8.8.8.8:22/", { resolve })).toEqual(notPublic);
    expect(await downloadPicture("https://pictures.test:6379/", { resolve })).toEqual(notPublic);
    expect(requests).toEqual(["pictures.test"]);
  });

  test("behind a redirect, by number or by name", async () => {
    const inner = await serve(servePicture);
    const outer = await serve((req, res) => {
      const to = req.url === "/number" ? inner.url : `http://inside.test:${inner.port}/`;
      res.writeHead(302, { Location: to }).end();
    });
    const options = { ...only(outer), resolve: names({ "inside.test": "127.0.0.1" }) };
    expect(await downloadPicture(`${outer.url}/number`, options)).toEqual(notPublic);
    expect(await downloadPicture(`${outer.url}/name`, options)).toEqual(notPublic);
    expect(outer.requests).toHaveLength(2);
    expect(inner.requests).toEqual([]);
  });

  test.each([
    ["http://owner:secret@127.0.0.1/", "its address has a user name or password"],
    ["http://127.0.0.1:22/", "its server is not on the public internet at port 80 or 443"],
    ["//inside.test/", "its server is not on the public internet at port 80 or 443"],
    ["http://[", "its address cannot be read"],
    ["javascript:alert(1)", "its address does not begin with http:// or https://"],
  ])("behind a redirect to %s", async (location, reason) => {
    const place = await serve((_req, res) => void res.writeHead(302, { Location: location }).end());
    const resolve = names({ "inside.test": "127.0.0.1" });
    expect(await downloadPicture(place.url, { ...only(place), resolve })).toEqual(refusal(reason));
    expect(place.requests).toHaveLength(1);
  });

  test("behind a redirect to a file", async () => {
    const place = await serve((_req, res) => void res.writeHead(302, { Location: "file:///etc/passwd" }).end());
    expect(await downloadPicture(place.url, only(place))).toEqual(refusal("its address does not begin with http:// or https://"));
  });

  test("through a name that resolves to it the second time: the address that was judged is the one that is connected to", async () => {
    const place = await serve(servePicture);
    const answers = ["127.0.0.1", "127.0.0.2", "127.0.0.2"];
    const checked: string[] = [];
    const permit = (address: string) => {
      checked.push(address);
      return address === "127.0.0.1";
    };
    const resolve = async () => [{ address: answers.shift() ?? "", family: 4 }];
    const url = `http://pictures.test:${place.port}/a.jpg`;
    expect(await downloadPicture(url, { resolve, permit })).toEqual({ ok: true, value: picture });
    expect([checked, answers.length]).toEqual([["127.0.0.1"], 2]);
    expect(place.requests).toEqual([`pictures.test:${place.port} /a.jpg`]);
    expect(await downloadPicture(url, { resolve, permit })).toEqual(notPublic);
  });

  test("beside a public one of the same name, not even when that one does not answer", async () => {
    const place = await serve(servePicture);
    const resolve = async () => ["127.0.0.1", "192.0.2.1"].map((address) => ({ address, family: 4 }));
    const options = { resolve, permit: (address: string) => address === "192.0.2.1", timeLimit: 400 };
    expect(await downloadPicture(`http://pictures.test:${place.port}/`, options)).toMatchObject({ ok: false });
    expect(place.requests).toEqual([]);
  });
});

describe("a server that means ill", () => {
  const tooLarge = refusal("it is larger than 0.001 MB");

  test("sends more than the limit, announced or not", async () => {
    const announced = await serve((_req, res) => void res.writeHead(200, { "Content-Length": 1001 }).flushHeaders());
    expect(await downloadPicture(announced.url, { ...only(announced), sizeLimit: 1000 })).toEqual(tooLarge);
    const endless = await serve((_req, res) => {
      res.writeHead(200);
      const more = () => void (res.writable && res.write(Buffer.alloc(600), () => setImmediate(more)));
      more();
    });
    expect(await downloadPicture(endless.url, { ...only(endless), sizeLimit: 1000 })).toEqual(tooLarge);
    const exact = await serve((_req, res) => void res.end(Buffer.alloc(1000)));
    expect(await downloadPicture(exact.url, { ...only(exact), sizeLimit: 1000 })).toMatchObject({ ok: true });
  });

  test.each([
    ["never answers", () => {}],
    ["never ends", (_req, res) => void res.write("a")],
  ] as [string, RequestListener][])("%s: the time is for everything", async (_what, answer) => {
    const place = await serve(answer);
    const outcome = await downloadPicture(place.url, { ...only(place), timeLimit: 100 });
    expect(outcome).toEqual(refusal("it did not arrive within 0.1 seconds"));
  });

  test("or its name is never resolved", async () => {
    const resolve = () => new Promise<never>(() => {});
    expect(await downloadPicture("http://pictures.test/", { resolve, timeLimit: 50 })).toEqual(
      refusal("it did not arrive within 0.05 seconds"),
    );
  });

  test("breaks off in the middle", async () => {
    const place = await serve((_req, res) => {
      res.writeHead(200, { "Content-Length": 100 }).write("half", () => res.destroy());
    });
    expect(await downloadPicture(place.url, only(place))).toEqual(refusal("its server closed the connection early"));
  });

  test("speaks something else, or is gone", async () => {
    const place = await serve((req) => void req.socket.end("SSH-2.0-OpenSSH\r\n\r\n"));
    const outcome = await downloadPicture(place.url, only(place));
    expect(outcome).toEqual(refusal(expect.stringMatching(/^its server cannot be used \(HPE_/)));
    const permit = () => true;
    expect(await downloadPicture("http://127.0.0.1:1/", { permit })).toEqual(refusal("its server refused the connection"));
    const resolve = () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }));
    expect(await downloadPicture("http://no.test/", { resolve })).toEqual(refusal("there is no server with that name"));
  });

  test("does not speak https where it should", async () => {
    const place = await serve(servePicture);
    const url = place.url.replace("http:", "https:");
    expect(await downloadPicture(url, only(place))).toEqual(refusal("its server does not support https"));
  });
});
