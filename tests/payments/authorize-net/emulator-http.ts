import type { IncomingMessage, ServerResponse } from "node:http";
import type { PageAnswer } from "./emulator-page.ts";

/**
 * How the next call of a kind goes wrong. `before`: nothing is done. `after`: it is done, but the
 * answer is lost. `held`: it is done, and answered only when the emulator closes. `later`: it is
 * done only by `doLater`.
 */
export type Fault =
  | "cut_before"
  | "cut_after"
  | "error_before"
  | "error_after"
  | "held_back"
  | "later"
  | "empty"
  | "truncated"
  | "html"
  | "crossed"
  | { answer: object };

export type Request = { call: string; body: Record<string, unknown> };

export async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function readRequest(req: IncomingMessage): Promise<Request | undefined> {
  const text = (await readBody(req)).toString("utf8");
  const isCall = req.method === "POST" && req.url === "/xml/v1/request.api" && /json/.test(req.headers["content-type"] ?? "");
  try {
    const roots = Object.entries(JSON.parse(text));
    const [call, body] = roots[0] ?? [];
    return isCall && roots.length === 1 && call !== undefined ? { call, body: body as Request["body"] } : undefined;
  } catch {
    return undefined;
  }
}

const mark = "\uFEFF";

export function send(res: ServerResponse, body: object): void {
  res.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(mark + JSON.stringify(body));
}

export function sendPage(res: ServerResponse, answer: PageAnswer): void {
  if ("location" in answer) return void res.writeHead(303, { location: answer.location }).end();
  res.writeHead(answer.status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }).end(answer.html);
}

export function sendSpoiled(res: ServerResponse, body: object, fault: Fault | undefined): void {
  const text = mark + JSON.stringify(body);
  if (fault === "held_back") return;
  if (fault === "cut_after") res.destroy();
  else if (fault === "error_after") res.writeHead(502).end(text);
  else if (fault === "empty") res.writeHead(200).end(mark);
  else if (fault === "truncated") res.writeHead(200).end(text.slice(0, -20));
  else if (fault === "html") res.writeHead(200, { "content-type": "text/html" }).end("<html>Service unavailable</html>");
  else send(res, fault === "crossed" ? { ...body, refId: "ANOTHER" } : body);
}
