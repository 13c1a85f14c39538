import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { type Outcome, type Refusal, refuse } from "../outcome.ts";
import { type Guard, guardedGet, NotPermitted } from "./guarded-request.ts";
import { isPublicAddress } from "./public-address.ts";

/** What is left out is the rule for the world; tests replace it to reach a server on loopback, or to wait less. */
export type DownloadOptions = Partial<Guard> & {
  /** ms, for everything: names, redirects and the body */
  timeLimit?: number;
  /** bytes */
  sizeLimit?: number;
};

type Rules = Required<DownloadOptions>;

const world: Rules = {
  permit: (address, port) => (port === 80 || port === 443) && isPublicAddress(address),
  resolve: (hostname) => lookup(hostname, { all: true }),
  timeLimit: 10_000,
  sizeLimit: 10_000_000,
};

const mostRedirects = 3;

/** Fetches a picture from where a stranger's file says it is: from the public internet only, and never more than the limits. */
export async function downloadPicture(url: string, options: DownloadOptions = {}): Promise<Outcome<Buffer>> {
  const rules = { ...world, ...options };
  const signal = AbortSignal.timeout(rules.timeLimit);
  try {
    return await follow(url, rules, signal);
  } catch (error) {
    return reasonOf(error, signal, rules);
  }
}

async function follow(url: string, rules: Rules, signal: AbortSignal): Promise<Outcome<Buffer>> {
  let place = targetOf(url);
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    if (!place.ok) return place;
    const response = await guardedGet(place.value, rules, signal);
    try {
      const next = redirectOf(response);
      if (next === undefined) return await bodyOf(response, rules.sizeLimit);
      place = targetOf(next, place.value);
    } finally {
      response.destroy();
    }
  }
  return refuse(`it is passed on more than ${mostRedirects} times`);
}

function targetOf(text: string, base?: URL): Outcome<URL> {
  const url = URL.parse(text, base);
  if (!url) return refuse("its address cannot be read");
  if (url.protocol !== "http:" && url.protocol !== "https:") return refuse("its address does not begin with http:// or https://");
  if (url.username || url.password) return refuse("its address holds a user name or a password");
  return { ok: true, value: url };
}

const redirectOf = ({ statusCode = 0, headers }: IncomingMessage): string | undefined =>
  [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined;

async function bodyOf(response: IncomingMessage, limit: number): Promise<Outcome<Buffer>> {
  if (response.statusCode !== 200) return refuse(`its server answered ${response.statusCode} instead of the picture`);
  const tooLarge = refuse(`it is larger than ${limit / 1_000_000} MB`);
  if (Number(response.headers["content-length"] ?? 0) > limit) return tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) return tooLarge;
    chunks.push(chunk);
  }
  return { ok: true, value: Buffer.concat(chunks) };
}

const reasons: Record<string, string> = {
  ENOTFOUND: "there is no server of that name",
  EAI_AGAIN: "the name of its server could not be looked up",
  ECONNREFUSED: "its server refused the connection",
  ECONNRESET: "its server broke off the connection",
  EPIPE: "its server broke off the connection",
  EHOSTUNREACH: "its server cannot be reached",
  ENETUNREACH: "its server cannot be reached",
  ETIMEDOUT: "its server did not answer",
  EPROTO: "its server does not speak https",
};

/** Everything that a network does is a refusal: one picture that fails stops no import. */
function reasonOf(error: unknown, signal: AbortSignal, { timeLimit }: Rules): Refusal {
  if (signal.aborted) return refuse(`it did not arrive within ${timeLimit / 1000} seconds`);
  if (error instanceof NotPermitted) return refuse("its server is not on the public internet at port 80 or 443");
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/.test(code)) return refuse("its server's certificate is not valid");
  const known = reasons[code];
  if (known) return refuse(known);
  if (code === "") throw error;
  return refuse(`its server cannot be spoken with (${code})`);
}
