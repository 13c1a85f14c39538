import type { CustomFetch } from "openid-client";

/**
 * The most bytes of an answer: documents, keys and tokens are a few kB. A longer body is not read
 * to its end.
 */
const most = 256 * 1024;
/** Statuses with which a Response may have no body. */
const bare = new Set([101, 204, 205, 304]);

/** fetch with a bounded size for a provider's answers; the client's signal bounds their time. */
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
