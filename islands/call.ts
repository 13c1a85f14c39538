import type { RefusalCode } from "../server/outcome.ts";
import { csrfPath } from "../server/paths.ts";
import { type OverlayTexts, showOverlay } from "./stores/overlay.ts";
import { shopAddress, shopRequest, withCause } from "./ui/shop.ts";
import { keepToken, readToken } from "./ui/token.ts";

/** A failed call; its message is written for the shopper. */
export class CallError extends Error {
  /** HTTP status; 0 when there was no answer */
  readonly status: number;
  /** why the server refused; undefined if the server gave no refusal of its own */
  readonly code: RefusalCode | undefined;
  /** data of the refusal, such as a changed total */
  readonly data: unknown;
  /**
   * whether the message is the server's own reason; false if it gave no reason, or if the shop
   * itself failed
   */
  readonly hasReason: boolean;

  constructor(message: string, status = 0, refusal?: JsonAnswer) {
    super(message);
    this.status = status;
    this.code = refusal?.code;
    this.data = refusal?.data;
    this.hasReason = Boolean(refusal?.error) && refusal?.code !== "server_error";
  }
}

/** Whether a call was refused because there is no session, or because it is over. */
export const isSignedOut = (failure: unknown): boolean => (failure as CallError).code === "signed_out";

/** The server's answer was empty (requirement 42). */
export class EmptyAnswer extends CallError {}

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export type CallOptions = {
  /**
   * texts that replace the default ones, or false if something else shows that the call is running
   */
  overlay?: Partial<OverlayTexts> | false;
  /** a successful answer is text, not JSON */
  text?: true;
  /** the browser finishes the request even if the page is left */
  keepalive?: true;
};

export const unreachableText = "We couldn’t reach the shop. Please try again.";
export const networkErrorText = "something went wrong please try later";

/**
 * Calls the server in JSON and returns the answer's `data`, or the whole answer if it has no
 * `data`. A change sends the anti-forgery token and shows the overlay. Throws CallError.
 */
export async function call<Answer>(
  method: Method,
  path: string,
  body?: unknown,
  { overlay, text, keepalive }: CallOptions = {},
): Promise<Answer> {
  if (method === "GET") return readAnswer(await send(method, path));
  const hide = overlay === false ? undefined : showOverlay(overlay);
  try {
    return await withToken((token) =>
      send(method, path, body, token, keepalive).then((answer) => readAnswer<Answer>(answer, text)),
    );
  } finally {
    hide?.();
  }
}

/** Sends a request without token and overlay, for calls that need neither. */
export async function send(method: Method, path: string, body?: unknown, token?: string, keepalive = false): Promise<Response> {
  const headers = new Headers({ Accept: "application/json" });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (token) headers.set("X-CSRFToken", token);
  try {
    const options = { method, headers, keepalive, body: body === undefined ? null : JSON.stringify(body) };
    return await fetch(shopAddress(path), shopRequest(options));
  } catch {
    throw new CallError(withCause(unreachableText));
  }
}

async function readAnswer<Answer>(response: Response, plain?: true): Promise<Answer> {
  const text = await response.text().catch(() => {
    throw new CallError(networkErrorText, response.status);
  });
  if (!text.trim()) throw new EmptyAnswer("response has no body", response.status);
  if (plain && response.ok) return text as Answer;
  const answer = parse(text);
  if (!answer || answer.error || !response.ok)
    throw new CallError(answer?.error ?? networkErrorText, response.status, answer ?? undefined);
  return (answer.data ?? answer) as Answer;
}

export type JsonAnswer = { data?: unknown; error?: string; code?: RefusalCode };

function parse(text: string): JsonAnswer | null {
  try {
    return JSON.parse(text) as JsonAnswer | null;
  } catch {
    return null;
  }
}

/**
 * Runs a request with the anti-forgery token. The token is fetched if this browser has none, and
 * once more if the server refused it.
 */
export async function withToken<Answer>(ask: (token: string | undefined) => Promise<Answer>): Promise<Answer> {
  if (!readToken()) await fetchToken();
  try {
    return await ask(readToken());
  } catch (error) {
    if (!(error instanceof CallError && error.code === "csrf")) throw error;
  }
  await fetchToken();
  return ask(readToken());
}

// Concurrent calls share one request for a token.
let fetching: Promise<unknown> | undefined;

function fetchToken(): Promise<unknown> {
  fetching ??= send("GET", csrfPath)
    .then(({ headers }) => keepToken(headers))
    .finally(() => {
      fetching = undefined;
    });
  return fetching;
}
