// Sends requests when they are due, whether earlier ones have been answered or not, in its own
// process.
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { bodyLength, headEnd } from "./connection.ts";
import { type Arrivals, type Arrived, answers, type House, type Sent } from "./questions.ts";

/** The ms between two checks for due requests. */
const tick = 2;

/**
 * The number of this machine's addresses that shoppers use, because new carts per address are
 * limited.
 */
const networks = process.platform === "linux" ? 200 : 1;

const dropped: Arrived = { status: 0, ms: Number.NaN };

/** The request as it is sent. */
function written({ method, path, body }: Sent): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;
  if (body === undefined) return `${head}\r\n`;
  return `${head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

type Answered = (arrived: Arrived) => void;
type Pool = { send: (request: string) => Promise<Arrived>; end: () => void };

/** Received bytes are read before the next ones arrive, so one buffer is enough. */
const room = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * A pool of kept connections. Like a browser, it opens one if none is free. It parses only enough
 * to find an answer's end, since a load process slower than the shop would measure itself.
 */
function openPool(port: number): Pool {
  const free: ((request: string, answered: Answered) => void)[] = [];
  const sockets = new Set<{ destroy: () => void }>();
  let opened = 0;

  const open = () => {
    let [began, status, missing, early] = [0, 0, -1, ""];
    let answered: Answered | undefined;
    const use = (request: string, then: Answered) => {
      [began, missing, early, answered] = [performance.now(), -1, "", then];
      socket.write(request, "latin1");
    };
    const finish = (arrived: Arrived) => {
      const then = answered;
      answered = undefined;
      then?.(arrived);
    };
    const read = (bytes: number, buffer: Uint8Array): boolean => {
      if (missing >= 0) missing -= bytes;
      else {
        early += (buffer as Buffer).toString("latin1", 0, bytes);
        const end = early.indexOf(headEnd);
        if (end < 0) return true;
        status = Number(early.slice(9, 12));
        missing = bodyLength(early.slice(0, end)) + end + headEnd.length - early.length;
      }
      if (missing > 0) return true;
      free.push(use);
      finish({ status, ms: performance.now() - began });
      return true;
    };
    const localAddress = `127.0.1.${1 + (opened++ % networks)}`;
    const socket = connect({ port, host: "127.0.0.1", localAddress, noDelay: true, onread: { buffer: room, callback: read } });
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => {
      const at = free.indexOf(use);
      if (at >= 0) free.splice(at, 1);
      sockets.delete(socket);
      finish(dropped);
    });
    return use;
  };

  return {
    send: (request) =>
      new Promise((resolve) => {
        const use = free.pop() ?? open();
        use(request, resolve);
      }),
    end: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** All answers, in the order in which their requests were due. */
async function run(asks: Arrivals): Promise<Arrived[]> {
  const pool = openPool(asks.port);
  const requests = asks.requests.map(written);
  const sent: Promise<Arrived>[] = [];
  const start = performance.now();
  for (let elapsed = 0; elapsed < asks.milliseconds; elapsed = performance.now() - start) {
    for (const due = (elapsed / 1000) * asks.perSecond; sent.length < due; ) {
      const next = requests[sent.length % requests.length];
      if (next) sent.push(pool.send(next));
    }
    await sleep(tick);
  }
  const arrived = await Promise.all(sent);
  pool.end();
  return arrived;
}

/** Each shopper sends the next request after an answer. All shoppers take the requests in turn. */
async function fill(asks: House): Promise<Arrived[]> {
  const pool = openPool(asks.port);
  const requests = asks.requests.map(written);
  const arrived: Arrived[] = [];
  const until = performance.now() + asks.milliseconds;
  let nth = 0;
  const shopper = async () => {
    while (performance.now() < until) {
      const next = requests[nth++ % requests.length];
      if (next) arrived.push(await pool.send(next));
    }
  };
  await Promise.all(Array.from({ length: asks.shoppers }, shopper));
  pool.end();
  return arrived;
}

answers("arrivals", run);
answers("house", fill);
process.channel?.ref();
