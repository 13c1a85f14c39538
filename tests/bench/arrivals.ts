// Sends requests when they are due, whether earlier ones have been answered or not, in a process of its own.
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Arrivals, type Arrived, answers, type House, type Sent } from "./questions.ts";

/** ms between two looks at what is due. */
const tick = 2;

const dropped: Arrived = { status: 0, ms: Number.NaN };

function send({ port }: Pick<House, "port">, { method, path, body }: Sent, agent: Agent): Promise<Arrived> {
  const began = performance.now();
  const headers = body === undefined ? {} : { "Content-Type": "application/x-www-form-urlencoded" };
  return new Promise((resolve) => {
    const asking = request({ agent, host: "127.0.0.1", port, method, path, headers }, (res) => {
      res.once("end", () => resolve({ status: res.statusCode ?? 0, ms: performance.now() - began }));
      res.once("error", () => resolve(dropped));
      res.resume();
    });
    asking.once("error", () => resolve(dropped)).end(body);
  });
}

/** All answers, in the order in which their requests were due. */
async function run(asks: Arrivals): Promise<Arrived[]> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 4000 });
  const sent: Promise<Arrived>[] = [];
  const start = performance.now();
  for (let elapsed = 0; elapsed < asks.milliseconds; elapsed = performance.now() - start) {
    for (const due = (elapsed / 1000) * asks.perSecond; sent.length < due; ) {
      const next = asks.requests[sent.length % asks.requests.length];
      if (next) sent.push(send(asks, next, agent));
    }
    await sleep(tick);
  }
  const arrived = await Promise.all(sent);
  agent.destroy();
  return arrived;
}

/** Each shopper asks again once answered; all of them take the requests in turn. */
async function fill(asks: House): Promise<Arrived[]> {
  const agent = new Agent({ keepAlive: true });
  const arrived: Arrived[] = [];
  const until = performance.now() + asks.milliseconds;
  let nth = 0;
  const shopper = async () => {
    while (performance.now() < until) {
      const next = asks.requests[nth++ % asks.requests.length];
      if (next) arrived.push(await send(asks, next, agent));
    }
  };
  await Promise.all(Array.from({ length: asks.shoppers }, shopper));
  agent.destroy();
  return arrived;
}

answers("arrivals", run);
answers("house", fill);
process.channel?.ref();
