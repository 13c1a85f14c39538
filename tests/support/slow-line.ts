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

/** Sends bytes like packets of a bad line: the browser draws each before the next one arrives. */
export const inPackets = (bytes: number): Pace => ({
  split: (page) => Array.from({ length: Math.ceil(page.length / bytes) }, (_, at) => page.subarray(at * bytes, (at + 1) * bytes)),
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
