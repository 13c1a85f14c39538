import type { CustomFetch } from "openid-client";

/** Documents, keys and tokens are a few kB; whoever sends more than this is not read to the end. */
const most = 256 * 1024;
/** Statuses that come without a body, and that a Response may not have with one. */
const bare = new Set([101, 204, 205, 304]);

/**
 * fetch for a provider's answers, whose size is bounded; their time is by the signal that the
 * client gives along.
 */
export const boundedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > most) throw new TypeError("a provider's answer is too long");
    chunks.push(chunk);
  }
  const body = bare.has(response.status) ? null : Buffer.concat(chunks);
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
};
