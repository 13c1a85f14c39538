import { setImmediate as started } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type Outcome, refuse } from "../../server/outcome.ts";
import { perHostThrottle } from "../../server/transfer/pictures/per-host-throttle.ts";

const came: Outcome<Buffer> = { ok: true, value: Buffer.from("a picture") };
const quiet: Outcome<Buffer> = refuse("unavailable", "its server refused the connection");
const wrong: Outcome<Buffer> = refuse("failed", "its server answered 404 instead of the picture");

/** Downloads that the test answers; `requests` are the requested addresses. */
function byHand() {
  const requests: string[] = [];
  const answers: ((outcome: Outcome<Buffer>) => void)[] = [];
  const download = perHostThrottle((url) => {
    requests.push(url.href);
    return new Promise((resolve) => answers.push(resolve));
  });
  return {
    requests,
    download: (url: string) => download(new URL(url)),
    answer: (outcome: Outcome<Buffer>) => answers.shift()?.(outcome),
  };
}

/** Sends requests one after the other; returns each failure's reason, or "came". */
async function inTurn(outcomes: readonly Outcome<Buffer>[], url = "http://a.test/") {
  const left = [...outcomes];
  const download = perHostThrottle(async () => left.shift() ?? came);
  const reasons: string[] = [];
  for (const _ of outcomes) {
    const outcome = await download(new URL(url));
    reasons.push(outcome.ok ? "came" : outcome.error);
  }
  return { reasons, left: left.length };
}

describe("a server", () => {
  test("is asked for two pictures at once, while others are asked too", async () => {
    const { requests, download, answer } = byHand();
    const [first] = ["1", "2", "3"].map((path) => download(`http://a.test/${path}`));
    void download("http://b.test/1");
    void download("http://a.test:443/1");
    await started();
    expect(requests).toEqual(["http://a.test/1", "http://a.test/2", "http://b.test/1", "http://a.test:443/1"]);
    answer(came);
    await first;
    await started();
    expect(requests.slice(4)).toEqual(["http://a.test/3"]);
  });

  test("that failed five times in a row is not tried again, and the reason says so", async () => {
    const { reasons, left } = await inTurn(Array(7).fill(quiet));
    expect(reasons.slice(0, 5)).toEqual(Array(5).fill("its server refused the connection"));
    expect(reasons.slice(5)).toEqual(
      Array(2).fill(
        "its server failed 5 times in a row and is not tried again in this run (last failure: its server refused the connection)",
      ),
    );
    expect(left).toBe(2);
  });

  test("that answers once in a while is asked on, also where it has not the picture", async () => {
    const { reasons, left } = await inTurn([quiet, quiet, quiet, quiet, wrong, quiet, quiet, quiet, quiet, came, quiet]);
    expect([reasons.at(-1), left]).toEqual(["its server refused the connection", 0]);
  });

  test("is not held responsible for another one", async () => {
    const download = perHostThrottle(async (url) => (url.host === "a.test" ? quiet : came));
    for (let n = 0; n < 6; n++) await download(new URL("http://a.test/"));
    expect(await download(new URL("http://b.test/"))).toEqual(came);
  });

  test("whose download throws holds nobody up", async () => {
    let times = 0;
    const download = perHostThrottle(async () => {
      times += 1;
      if (times < 4) throw new Error("no such thing");
      return came;
    });
    const all = await Promise.allSettled(Array.from({ length: 4 }, () => download(new URL("http://a.test/"))));
    expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "fulfilled"]);
  });
});
