import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { Problem } from "../build/problems.ts";

const longest = 20_000;

const reported = z.array(z.object({ kind: z.enum(["mismatch", "island"]), text: z.string().max(4_000) })).max(20);

/**
 * Reads the problems that a page of this origin reports. Requests of other origins are refused,
 * since problems are printed.
 */
export async function readReport(req: IncomingMessage, res: ServerResponse): Promise<Problem[]> {
  const refuse = (status: number) => {
    res.writeHead(status).end();
    return [];
  };
  const { origin, host } = req.headers;
  if (!origin || !host || URL.parse(origin)?.host !== host) return refuse(403);
  let text = "";
  try {
    for await (const chunk of req.setEncoding("utf8")) {
      text += chunk;
      if (text.length > longest) return refuse(413);
    }
    const problems = reported.parse(JSON.parse(text));
    res.writeHead(204).end();
    return problems;
  } catch {
    return refuse(400);
  }
}
