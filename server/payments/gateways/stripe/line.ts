import { createRequire } from "node:module";
import type Stripe from "stripe";
import { z } from "zod";
import { callInText } from "../../../web/http-call.ts";
import { pageOf } from "./answers.ts";
import { type Trouble, troubleOf } from "./verdicts.ts";

export type Answered<Answer> = { is: "answered"; answer: Answer };
export type ApiAnswer<Answer> = Answered<Answer> | Trouble;

type Call = (stripe: Stripe, options: Stripe.RequestOptions) => Promise<unknown>;

/** Stripe's API. All calls of one line end by its deadline. */
export type StripeLine = {
  /** Makes one call. An answer that does not have this form is unknown. */
  ask<Form extends z.ZodType>(form: Form, call: Call): Promise<ApiAnswer<z.infer<Form>>>;
};

export type LineOptions = { url: string; secret: string; fetch: typeof globalThis.fetch };

/**
 * Loads the official package, which takes 28 MB of memory and a fifth of a second: only a shop with
 * Stripe does. It is loaded synchronously, as webhooks are read synchronously.
 */
export const loadStripe = (): typeof Stripe => createRequire(import.meta.url)("stripe");

/** Opens lines to Stripe; `deadlineMs` is a line's whole time. */
export function stripeLines({ url, secret, fetch }: LineOptions): (deadlineMs: number) => StripeLine {
  const { protocol, hostname, port } = new URL(url);
  const scheme = protocol === "http:" ? "http" : "https";
  const stripe = new (loadStripe())(secret, {
    protocol: scheme,
    host: hostname,
    port: port || { http: 80, https: 443 }[scheme],
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: httpClientOf(fetch),
  });
  return (deadlineMs) => {
    const end = performance.now() + deadlineMs;
    return {
      ask: async (form, call) => {
        const timeout = Math.max(1, Math.ceil(end - performance.now()));
        try {
          const { data } = form.safeParse(await call(stripe, { timeout }));
          return data === undefined ? { is: "unknown", code: "bad_answer" } : { is: "answered", answer: data };
        } catch (error) {
          return troubleOf(error);
        }
      },
    };
  };
}

/**
 * Sends the package's requests by the shop's own HTTP call. The package's own client sends a
 * request again after a closed connection, even if no retries are set.
 */
const httpClientOf = (fetch: typeof globalThis.fetch): Stripe.HttpClient => ({
  getClientName: () => "fetch",
  makeRequest: async (host, port, path, method, headers, body, protocol, deadlineMs) => {
    const answer = await callInText(
      { url: `${protocol}://${host}:${port}`, fetch },
      {
        path,
        deadlineMs,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        ...(method === "POST" && { body }),
      },
    );
    if (!answer.arrived) throw Object.assign(new Error("no answer"), { silence: answer.code });
    return {
      getStatusCode: () => answer.status,
      getHeaders: () => ({}),
      getRawResponse: () => ({}),
      toStream: () => undefined,
      // The package would wait forever after an answer that is no object.
      toJSON: async () => z.looseObject({}).parse(JSON.parse(answer.text)),
    };
  },
});

export type PageQuery = { limit: number; starting_after?: string };

/** The items of a list, the latest first. No page after one with an item that `isLast` is read. */
export async function allOf<Item extends z.ZodType<{ id: string }>>(
  ask: StripeLine["ask"],
  item: Item,
  list: (stripe: Stripe, page: PageQuery, options: Stripe.RequestOptions) => Promise<unknown>,
  isLast: (item: z.infer<Item>) => boolean = () => false,
): Promise<ApiAnswer<z.infer<Item>[]>> {
  const items: z.infer<Item>[] = [];
  for (;;) {
    const last = items.at(-1)?.id;
    const page = { limit: 100, ...(last !== undefined && { starting_after: last }) };
    const asked = await ask(pageOf(item), (stripe, options) => list(stripe, page, options));
    if (asked.is !== "answered") return asked;
    const { data, has_more } = asked.answer;
    items.push(...data);
    if (!has_more || data.some(isLast)) return { is: "answered", answer: items };
    if (data.length === 0) return { is: "unknown", code: "bad_answer" };
  }
}
