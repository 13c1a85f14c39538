import { type AddressInfo, connect, createServer, type Socket } from "node:net";

type Pair = { near: Socket; far: Socket; sent: string };

export type FrozenLine = {
  /** the database's URL through this line */
  url: string;
  /**
   * Holds the bytes of connections that have sent `text`. Without `text`, it holds the bytes of all
   * connections, including new ones.
   */
  freeze: (text?: string) => void;
  /** Sends the held bytes, and lets all connections go on. */
  thaw: () => void;
  end: () => void;
};

/**
 * A line to a database that can fall silent without breaking, as happens with a firewall or a
 * stopped server.
 */
export async function frozenLine(url: string): Promise<FrozenLine> {
  const target = new URL(url);
  const pairs = new Set<Pair>();
  let isFrozen = false;
  const hold = ({ near, far }: Pair) => {
    near.pause();
    far.pause();
  };
  const line = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const pair = { near, far, sent: "" };
    pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("error", () => {});
      from.on("data", (bytes: Buffer) => {
        if (from === near) pair.sent += bytes.toString("latin1");
        to.write(bytes);
      });
      from.once("close", () => {
        to.destroy();
        pairs.delete(pair);
      });
    }
    if (isFrozen) hold(pair);
  });
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  const own = new URL(url);
  own.host = `127.0.0.1:${(line.address() as AddressInfo).port}`;
  return {
    url: own.href,
    freeze(text) {
      isFrozen = text === undefined;
      for (const pair of pairs) if (text === undefined || pair.sent.includes(text)) hold(pair);
    },
    thaw() {
      isFrozen = false;
      for (const { near, far } of pairs) {
        near.resume();
        far.resume();
      }
    },
    end() {
      line.close();
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
    },
  };
}
