import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

type HeldLine = { server: string; hold: (path: string) => void; release: () => void; end: () => void };

/** A proxy for a browser. It holds back requests of one path until they are released. */
export async function heldLine(): Promise<HeldLine> {
  let heldPath: string | undefined;
  let release = () => {};
  let released = Promise.resolve();
  const line = createServer(async (incoming, answer) => {
    const body = Buffer.concat(await incoming.toArray());
    if (heldPath !== undefined && incoming.url?.endsWith(heldPath)) await released;
    const { method, headers } = incoming;
    const forward = request(incoming.url ?? "", { method, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
    });
    forward.on("error", () => answer.destroy()).end(body);
  });
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  const { port } = line.address() as AddressInfo;
  const hold = (path: string) => {
    heldPath = path;
    released = new Promise((resolve) => {
      release = resolve;
    });
  };
  const end = () => {
    release();
    line.close();
    line.closeAllConnections();
  };
  return { server: `http://127.0.0.1:${port}`, hold, release: () => release(), end };
}
