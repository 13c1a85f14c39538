import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { folderStore } from "../../server/media/folder-store.ts";
import { MediaUnavailable } from "../../server/media/media-unavailable.ts";
import { s3Store } from "../../server/media/s3-store.ts";
import { openS3, s3Key } from "../support/s3.ts";

const settings = (url: string) => ({ url, region: "us-east-1", ...s3Key });

async function openBucket(options?: { pageSize: number }) {
  const server = await openS3(options);
  onTestFinished(server.close);
  return { server, store: s3Store(settings(server.url)) };
}

async function openFolder() {
  const directory = await mkdtemp(join(tmpdir(), "shop-media-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return { store: folderStore(directory) };
}

const [picture, avatar] = [`${"ab".repeat(16)}-320.webp`, `avatars/${"cd".repeat(16)}.webp`];

describe.each([
  ["a folder", openFolder],
  ["an S3 bucket", openBucket],
])("pictures in %s", (_name, open) => {
  test("are read as they were written, listed, and gone once they are removed", async () => {
    const { store } = await open();
    expect([await store.list(), await store.read(picture), await store.has(picture)]).toEqual([[], undefined, false]);
    const bytes = Buffer.from([0, 255, 13, 10, 0]);

    await store.write(picture, bytes);
    await store.write(picture, bytes);
    await store.write(avatar, Buffer.from("a face"));

    expect(await store.list()).toEqual([picture, avatar].sort());
    expect([await store.read(picture), await store.has(picture)]).toEqual([bytes, true]);
    expect(await store.read(avatar)).toEqual(Buffer.from("a face"));
    await store.remove(avatar);
    await store.remove(avatar);
    expect([await store.read(avatar), await store.has(avatar), await store.list()]).toEqual([undefined, false, [picture]]);
  });
});

describe("an S3 bucket", () => {
  test("gets every request signed", async () => {
    const { server, store } = await openBucket();
    await store.write(avatar, Buffer.from("a face"));
    await store.read(avatar);
    await store.has(avatar);
    await store.list();
    await store.remove(avatar);
    expect(server.methods).toEqual(["PUT", "GET", "HEAD", "GET", "DELETE"]);
  });

  test("refuses what another key signed, and what nobody did", async () => {
    const { server } = await openBucket();
    const another = s3Store({ ...settings(server.url), secretAccessKey: "of-another-shop" });
    expect((await failureOf(another.write(picture, Buffer.from("x")))).message).toMatch(/403 SignatureDoesNotMatch$/);
    expect((await fetch(`${server.url}/${picture}`)).status).toBe(403);
    expect(server.methods).toEqual([]);
  });

  test("is listed page by page", async () => {
    const { server, store } = await openBucket({ pageSize: 2 });
    const names = ["a", "b", "c", "d", "e"].map((name) => `${name}.webp`);
    for (const name of names) await store.write(name, Buffer.from(name));
    expect(await store.list()).toEqual(names);
    expect(server.methods.filter((method) => method === "GET")).toHaveLength(3);
  });

  test("is asked once for a picture that many want, and each time for a customer's own", async () => {
    let asked = 0;
    const counting = createServer((_req, res) => {
      asked += 1;
      res.end("bytes");
    });
    const store = s3Store(settings(await listen(counting)));
    await Promise.all([store.read(picture), store.read(picture)]);
    await store.read(picture);
    expect(asked).toBe(1);
    await store.read(avatar);
    await store.read(avatar);
    expect(asked).toBe(3);
  });

  test("that is away, refuses the key, or does not answer is a failure in words, without what it was signed by", async () => {
    const { server } = await openBucket();
    const wrongKey = s3Store({ ...settings(server.url), accessKeyId: "of-another-shop" });
    const silent = createServer(() => {});
    const halfway = createServer((_req, res) => {
      res.writeHead(200, { "Content-Length": "1000" });
      res.write("half of it");
    });
    const silentStore = s3Store(settings(await listen(silent)), { readLimit: 300, writeLimit: 300 });
    const halfwayStore = s3Store(settings(await listen(halfway)), { readLimit: 300 });

    const failures = [
      await failureOf(wrongKey.write(picture, Buffer.from("x"))),
      await failureOf(silentStore.read(picture)),
      await failureOf(silentStore.write(picture, Buffer.from("x"))),
      await failureOf(silentStore.list()),
      await failureOf(halfwayStore.read(picture)),
    ];
    await server.close();
    failures.push(await failureOf(s3Store(settings(server.url)).read(avatar)));

    expect(failures.map(({ message }) => message.replace(/^pictures at \S+ could not be reached: /, ""))).toEqual([
      "it answered 403 InvalidAccessKeyId",
      ...Array(4).fill("no answer in time"),
      "ECONNREFUSED",
    ]);
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(MediaUnavailable);
      expect(JSON.stringify([failure, failure.cause, failure.stack])).not.toMatch(
        /TESTKEYID|TESTSECRET|of-another-shop|Signature=/,
      );
    }
  });

  test("that is silent has a limited number of requests waiting for it", async () => {
    const store = s3Store(settings(await listen(createServer(() => {}))), { readLimit: 2000 });
    const reads = Array.from({ length: 200 }, (_, n) => failureOf(store.read(`avatars/${n}.webp`)));
    const messages = (await Promise.all(reads)).map(({ message }) => message);
    expect(messages.filter((message) => message.includes("too many requests wait")).length).toBe(200 - 128);
  });
});

/** Starts the server, which listens until the test ends; returns its address. */
async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/pictures`;
}

const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error("it went well"),
    (error: unknown) => error as Error,
  );
