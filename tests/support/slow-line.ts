import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";

type SlowLine = { server: string; end: () => void };
/** How a page is split into parts, and the ms between the parts. */
type Pace = { split: (page: Buffer) => Buffer[]; pause: number };

/** Sends the page up to its main part, and the rest half a second later. */
const beforeMain: Pace = {
  split(page) {
    const main = Math.max(0, page.indexOf("<main"));
    return [page.subarray(0, main), page.subarray(main)];
  },
  pause: 500,
};

/** Texts that may be centered. Words that come later move such a text, so no packet cuts one. */
const texts = /<(button|p|summary)\b.*?<\/\1>|<a class="button.*?<\/a>/gs;

/** Sends bytes like packets of a bad line: the browser draws each before the next one arrives. */
export const inPackets = (bytes: number): Pace => ({
  split(page) {
    // In this encoding a character is a byte.
    const whole = [...page.toString("latin1").matchAll(texts)].map(({ 0: { length }, index }) => ({
      from: index,
      to: index + length,
    }));
    const parts: Buffer[] = [];
    for (let start = 0; start < page.length; start += parts.at(-1)?.length ?? 0) {
      const end = start + bytes;
      parts.push(page.subarray(start, whole.find(({ from, to }) => from < end && end < to)?.to ?? end));
    }
    return parts;
  },
  pause: 25,
});

/** A proxy for a browser. Pages come slowly through it, and everything else at once. */
export async function slowLine({ split, pause }: Pace = beforeMain): Promise<SlowLine> {
  const line = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, "accept-encoding": "identity" };
    const forward = request(incoming.url ?? "", { method: incoming.method, headers }, async (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      if (!from.headers["content-type"]?.startsWith("text/html")) return from.pipe(answer);
      for (const part of split(Buffer.concat(await from.toArray()))) {
        answer.write(part);
        await setTimeout(pause);
      }
      return answer.end();
    });
    incoming.pipe(forward.on("error", () => answer.destroy()));
  });
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  const { port } = line.address() as AddressInfo;
  const end = () => {
    line.close();
    line.closeAllConnections();
  };
  return { server: `http://127.0.0.1:${port}`, end };
}
