import type { IncomingMessage } from "node:http";

const bodyLimit = 16_384;

/** The body of a request; undefined if it is too long. */
export async function readText(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req) {
    length += chunk.length;
    if (length <= bodyLimit) chunks.push(chunk);
  }
  return length > bodyLimit ? undefined : Buffer.concat(chunks).toString("utf8");
}
