import type { ServerResponse } from "node:http";
import type { ResponseFault } from "./faults.ts";
import type { Reply } from "./gateway-service.ts";

/** Sends the answer, changed by its fault. The transaction is recorded before. */
export function sendReply(res: ServerResponse, { status, body, spoil }: Reply, slowMs: number): void {
  const text = JSON.stringify(body);
  if (spoil === "reset") res.socket?.resetAndDestroy();
  else if (spoil === "slow") setTimeout(() => send(res, status, text), slowMs).unref();
  else if (spoil === "server_error") send(res, 500, JSON.stringify({ error: { code: "internal" } }));
  else if (spoil === "unauthorized") send(res, 401, JSON.stringify({ error: { code: "unauthorized" } }));
  else send(res, status, spoil ? faultyBodies[spoil](text) : text);
}

function send(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(text),
  });
  res.end(text);
}

const faultyBodies: Record<
  Exclude<ResponseFault, "reset" | "slow" | "server_error" | "unauthorized">,
  (text: string) => string
> = {
  truncated: (text) => text.slice(0, text.length / 2),
  empty: () => "",
  garbage: () => "<!doctype html><title>Bad gateway</title>",
  twice: (text) => text + text,
  declined: (text) => withWords(text, { status: "declined", state: "declined", code: "card_declined" }),
  contradict: (text) => withWords(text, { status: "declined" }),
  contradict_approved: (text) => withWords(text, { status: "approved" }),
  crossed: (text) => text.replace(/"key":"[^"]*"/, '"key":"somebody-else"'),
};

/** The answer with some words replaced. */
const withWords = (text: string, words: Record<string, string>): string => JSON.stringify({ ...JSON.parse(text), ...words });
