import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { type Outcome, refuse } from "../outcome.ts";
import { reasonOf } from "./download-reasons.ts";
import { type Guard, guardedGet, NotPermitted } from "./guarded-request.ts";
import { isPublicAddress } from "./public-address.ts";

/**
 * The defaults are for the internet. Tests replace them to reach a server on loopback or to wait
 * less.
 */
export type DownloadOptions = Partial<Guard> & {
  /** ms for the whole download: names, redirects and the body */
  timeLimit?: number;
  /** bytes */
  sizeLimit?: number;
  /** ends the download early */
  signal?: AbortSignal | undefined;
};

export const mostBytes = 10_000_000;

const publicInternet = {
  permit: (address: string, port: number) => (port === 80 || port === 443) && isPublicAddress(address),
  resolve: (hostname: string) => lookup(hostname, { all: true }),
  timeLimit: 10_000,
  sizeLimit: mostBytes,
};

type Rules = typeof publicInternet;

const mostRedirects = 3;

/**
 * Downloads a picture from an untrusted address, only from the public internet and within the
 * limits.
 */
export async function downloadPicture(url: string, { signal, ...options }: DownloadOptions = {}): Promise<Outcome<Buffer>> {
  const rules = { ...publicInternet, ...options };
  const timeoutSignal = AbortSignal.timeout(rules.timeLimit);
  const abortSignal = signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal;
  try {
    return await follow(url, rules, abortSignal);
  } catch (error) {
    return reasonOf(error, abortSignal, rules);
  }
}

async function follow(url: string, rules: Rules, signal: AbortSignal): Promise<Outcome<Buffer>> {
  let place = targetOf(url);
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    if (!place.ok) return place;
    const answered = await answerOf(place.value, rules, signal);
    if (!answered.ok) return answered;
    const response = answered.value;
    try {
      const next = redirectOf(response);
      if (next === undefined) return await bodyOf(response, rules.sizeLimit);
      place = targetOf(next, place.value);
    } finally {
      response.destroy();
    }
  }
  return refuse("failed", `it redirects more than ${mostRedirects} times`);
}

const answerOf = (url: URL, rules: Rules, signal: AbortSignal): Promise<Outcome<IncomingMessage>> =>
  guardedGet(url, rules, signal).then(
    (response) => ({ ok: true, value: response }),
    // A forbidden address does not mean that the server is unavailable.
    (error) => ({ ...reasonOf(error, signal, rules), ...(!(error instanceof NotPermitted) && { code: "unavailable" }) }),
  );

function targetOf(text: string, base?: URL): Outcome<URL> {
  const url = URL.parse(text, base);
  if (!url) return refuse("invalid", "its address cannot be read");
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return refuse("invalid", "its address does not begin with http:// or https://");
  if (url.username || url.password) return refuse("invalid", "its address has a user name or password");
  return { ok: true, value: url };
}

const redirectOf = ({ statusCode = 0, headers }: IncomingMessage): string | undefined =>
  [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined;

/** Whether a status means that the server is overloaded or limits requests. */
const isBusy = (status: number | undefined) => status === 429 || status === 503;

async function bodyOf(response: IncomingMessage, limit: number): Promise<Outcome<Buffer>> {
  const { statusCode, headers } = response;
  if (statusCode !== 200) {
    return refuse(isBusy(statusCode) ? "unavailable" : "failed", `its server answered ${statusCode} instead of the picture`);
  }
  const packed = headers["content-encoding"] ?? "identity";
  // Compression was not requested, and the unpacked content may be a thousand times as large.
  if (packed.toLowerCase() !== "identity") return refuse("invalid", `its server sent it compressed (${packed.slice(0, 20)})`);
  const tooLarge = refuse("too_large", `it is larger than ${limit / 1_000_000} MB`);
  if (Number(headers["content-length"] ?? 0) > limit) return tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) return tooLarge;
    chunks.push(chunk);
  }
  return { ok: true, value: Buffer.concat(chunks) };
}
