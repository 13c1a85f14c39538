// The reference for all ratios: a `node:http` server that only sends what was recorded from the
// shop, byte for byte.
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { answers, type Recorded } from "./questions.ts";

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });

function httpServer(recorded: readonly Recorded[]): Server {
  const byPath = new Map(recorded.map((answer) => [answer.path, answer]));
  return createHttpServer((req, res) => {
    const answer = byPath.get(req.url ?? "");
    if (!answer) return void res.writeHead(404, { "Content-Length": 0 }).end();
    res.writeHead(200, answer.headers).end(answer.body);
  });
}

/**
 * A server without HTTP: it sends one recorded answer for every chunk that comes in. What the load
 * process reaches here is its own limit.
 */
function socketServer([first]: readonly Recorded[]): Server {
  const head = first?.headers.reduce((text, part, at) => text + part + (at % 2 === 0 ? ": " : "\r\n"), "HTTP/1.1 200 OK\r\n");
  const answer = Buffer.concat([Buffer.from(`${head}\r\n`, "latin1"), first?.body ?? Buffer.alloc(0)]);
  return createServer({ noDelay: true }, (socket) => {
    socket.on("data", () => socket.write(answer));
    socket.on("error", () => socket.destroy());
  });
}

answers("serve", async (recorded) => ({
  http: await listen(httpServer(recorded)),
  socket: await listen(socketServer(recorded)),
}));
process.channel?.ref();
