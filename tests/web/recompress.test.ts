import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { dependOn } from "../../server/db/changes/tracking.ts";
import { EncodedPage } from "../../server/web/encoded-page.ts";
import { lastingMs, openPageCache } from "../../server/web/page-cache.ts";
import { openChanges } from "../support/page-changes.ts";

/** Opens a page cache whose elapsed time grows only by `wait`. */
function openCache() {
  const { clock, feed } = openChanges();
  const elapsed = { ms: 1000 };
  const pages = openPageCache({ clock, feed, now: () => 0, headers: {}, elapsed: () => elapsed.ms });
  let price = 1;
  const request = async (name: string): Promise<EncodedPage> => {
    const page = await pages.page(name, async () => {
      dependOn(name);
      return { html: `${name} costs ${price}` };
    });
    if (!(page instanceof EncodedPage)) throw new Error("the page is not stored");
    const req = Object.assign(new IncomingMessage(new Socket()), { method: "GET", requestId: "1" });
    pages.send(req, new ServerResponse(req), page);
    return page;
  };
  const change = (name: string) => {
    price += 1;
    clock.apply([name]);
  };
  const wait = (ms: number) => {
    elapsed.ms += ms;
  };
  return { request, change, wait };
}

const isWell = (page: EncodedPage): boolean => page.in("br").etag.endsWith('-br"');
/** Pages are compressed one after the other, so all pages before this one are compressed too. */
const expectWell = (page: EncodedPage) => vi.waitFor(() => expect(isWell(page)).toBe(true));

test("a page that was requested again is compressed well", async () => {
  const { request } = openCache();
  expect(isWell(await request("lasting"))).toBe(false);
  await expectWell(await request("lasting"));
});

test("one that changes all the time is so only once it has lasted", async () => {
  const { request, change, wait } = openCache();
  await request("changing");
  wait(lastingMs - 1);
  change("changing");
  await request("changing");
  const changing = await request("changing");
  await request("other");
  await expectWell(await request("other"));
  expect(isWell(changing)).toBe(false);

  wait(lastingMs - 1);
  await request("changing");
  await request("another");
  await expectWell(await request("another"));
  expect(isWell(changing)).toBe(false);
  wait(1);
  expect(await request("changing")).toBe(changing);
  await expectWell(changing);
});

test("one that lasted before it changed is so at its second request", async () => {
  const { request, change, wait } = openCache();
  await request("lasting");
  wait(lastingMs);
  change("lasting");
  await request("lasting");
  await expectWell(await request("lasting"));
});
