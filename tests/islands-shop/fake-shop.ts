import Cookies from "js-cookie";
import { onTestFinished, vi } from "vitest";
import { $cart } from "../../islands/stores/cart.ts";
import { $drawer } from "../../islands/stores/drawer.ts";
import { $overlay } from "../../islands/stores/overlay.ts";
import { $pendingSteps } from "../../islands/stores/pending-steps.ts";
import { $toasts } from "../../islands/stores/toasts.ts";
import { $totals } from "../../islands/stores/totals.ts";
import { $wishlist } from "../../islands/stores/wishlist.ts";
import { readCookie } from "../../islands/ui/cookies.ts";

type RecordedCall = { method: string; path: string; body: unknown; headers: Headers; keepalive: boolean };
type Answer = Response | object | (() => Response | Promise<Response>);

/** An answer with a status. An object is sent as JSON, and a text unchanged. */
export const reply = (status: number, body: object | string | null = null): Response =>
  new Response(typeof body === "object" && body !== null ? JSON.stringify(body) : body, { status });

/** An answer that the test gives later. */
export function held(): { answer: () => Promise<Response>; give: (response: Response | object) => void; lose: () => void } {
  let settle: (response: Response) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const waiting = new Promise<Response>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  return {
    answer: () => waiting,
    give: (response) => settle(response instanceof Response ? response : reply(200, response)),
    lose: () => fail(new TypeError("Failed to fetch")),
  };
}

/**
 * Replaces the server: `"POST /path": answer`, or a list of answers for successive requests. A
 * plain object is the JSON of a 200. Unexpected requests fail the call, and are in `requests` like
 * all others. Stores and cookies are reset.
 */
export function fakeShop(answers: Record<string, Answer | Answer[]>): { requests: RecordedCall[]; paths(): string[] } {
  const requests: RecordedCall[] = [];
  const left = new Map(Object.entries(answers).map(([key, answer]) => [key, Array.isArray(answer) ? [...answer] : answer]));
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const method = init.method ?? "GET";
    const path = input.replace(/\?.*/, "");
    requests.push({
      method,
      path: input,
      body: init.body ? JSON.parse(String(init.body)) : undefined,
      headers: new Headers(init.headers),
      keepalive: init.keepalive === true,
    });
    const known = left.get(`${method} ${path}`);
    const answer = Array.isArray(known) ? known.shift() : known;
    if (!answer) return reply(500, { error: `nobody expected ${method} ${input}` });
    if (typeof answer === "function") return answer();
    return answer instanceof Response ? answer.clone() : reply(200, answer);
  });
  reset();
  Cookies.set("csrftoken", "t-1");
  onTestFinished(() => {
    vi.unstubAllGlobals();
    reset();
  });
  return { requests, paths: () => requests.map(({ method, path }) => `${method} ${path}`) };
}

function reset(): void {
  for (const name of ["csrftoken", "checkoutId"]) {
    // The code remembers the value that an answer announced until it reads a changed cookie. So the
    // cookie gets another value and is read once, which makes the code forget.
    Cookies.set(name, "another");
    readCookie(name);
    Cookies.remove(name);
  }
  localStorage.clear();
  $overlay.set([]);
  $toasts.set([]);
  $totals.set(undefined);
  $drawer.set(false);
  $cart.set({ pressed: {} });
  $pendingSteps.set(undefined);
  $wishlist.set({ mode: "unknown", pressed: {} });
}

export const toasts = (): string[] => $toasts.get().map(({ kind, text }) => `${kind}: ${text}`);
