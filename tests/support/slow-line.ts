import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";

type SlowLine = { server: string; end: () => void };

/**
 * A proxy as a browser takes one. Each page comes in two parts: up to its main part, and half a
 * second later the rest.
 */
export async function slowLine(): Promise<SlowLine> {
  const line = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, "accept-encoding": "identity" };
    const forward = request(incoming.url ?? "", { method: incoming.method, headers }, async (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      if (!from.headers["content-type"]?.startsWith("text/html")) return from.pipe(answer);
      const page = Buffer.concat(await from.toArray());
      const main = Math.max(0, page.indexOf("<main"));
      answer.write(page.subarray(0, main));
      await setTimeout(500);
      return answer.end(page.subarray(main));
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
