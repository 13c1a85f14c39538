import { expect } from "vitest";
import type { TestShop } from "./shop.ts";

/** An origin of `EMBED_ORIGINS`. */
export const blog = "https://blog.example";
/** The headers that a browser sends when a script of the blog makes a call. */
export const scripted = { origin: blog, "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" };

/** A browser on a page of another origin: it keeps the shop's cookies for that page. */
export class EmbeddingPage {
  readonly jar = new Map<string, string>();
  token = "";
  #url: string;
  #headers: Record<string, string>;
  constructor({ url }: TestShop, headers: Record<string, string> = scripted) {
    this.#url = url;
    this.#headers = headers;
  }

  async send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(this.#url + path, {
      method,
      headers: {
        "content-type": "application/json",
        ...this.#headers,
        ...(this.token && { "x-csrftoken": this.token }),
        cookie,
        ...headers,
      },
      redirect: "manual",
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      for (const attribute of ["Secure", "SameSite=None", "Partitioned", "Path=/"]) expect(line).toContain(`; ${attribute}`);
      const [name = "", value = ""] = line.split(";", 1)[0]?.split("=") ?? [];
      this.jar.set(name, value);
    }
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: parsed(text) };
  }

  async fetchToken(): Promise<void> {
    this.token = (await this.send("GET", "/storefront/api/csrf")).headers.get("x-csrftoken") ?? "";
  }
}

export const parsed = (text: string) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
