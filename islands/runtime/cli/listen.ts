import { createServer, type RequestListener, type Server } from "node:http";

const isThisMachine = (host = ""): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);

/**
 * Opens a server for this machine only. It refuses requests with another host name: the page of
 * another site could make its own host name lead to this machine.
 */
export function listen(listener: RequestListener, port: number): Promise<Server> {
  const guarded: RequestListener = (req, res) =>
    isThisMachine(req.headers.host) ? listener(req, res) : void res.writeHead(403).end();
  return new Promise((resolve, reject) => {
    const server = createServer(guarded).once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "EADDRINUSE" ? new Error(`Port ${port} is in use: choose another one by --port`) : error),
    );
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

/** Resolves when the terminal or another program asks this one to stop. */
export const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => resolve());
  });

/** The server's address as a browser requests it. */
export const addressOf = (server: Server): string => {
  const address = server.address();
  return `http://localhost:${typeof address === "object" ? address?.port : ""}/`;
};
