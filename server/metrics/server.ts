import { createServer, type Server } from "node:http";
import type { Metrics } from "./metrics.ts";

/**
 * The server of `/metrics`, separate from the shop's server: no proxy leads shoppers to its port.
 */
export function metricsServer({ scrape, contentType }: Metrics): Server {
  return createServer(async (req, res) => {
    const isRead = req.method === "GET" || req.method === "HEAD";
    if (!isRead || req.url?.split("?", 1)[0] !== "/metrics") return void res.writeHead(isRead ? 404 : 405).end();
    try {
      const text = await scrape();
      res.writeHead(200, { "Content-Type": contentType, "Cache-Control": "no-store" });
      res.end(req.method === "HEAD" ? undefined : text);
    } catch {
      res.writeHead(500).end();
    }
  });
}
