import { csrfPath } from "../../server/paths.ts";
import { cookiesOf } from "../../server/web/cookies.ts";
import { checkAnswer } from "./check-answer.ts";

export type Answer = { status: number; body: never; text: string; headers: Headers };

type Body = Record<string, unknown>;

const jsonOrUndefined = (text: string): never => {
  try {
    return JSON.parse(text) as never;
  } catch {
    return undefined as never;
  }
};

/**
 * A visitor's browser without scripts. It keeps cookies, fetches the token once, sends JSON or
 * native forms, and follows no redirects by itself. It rejects answers that contradict the
 * description of the call.
 */
export class TestBrowser {
  readonly jar = new Map<string, string>();
  /** headers sent with every request, for example those that a proxy or a browser adds */
  headers: Record<string, string> = {};
  /** the shop's `COOKIE_PREFIX` */
  cookiePrefix = "";
  #url: string;
  constructor(url: string) {
    this.#url = url;
  }

  get cookie(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async request(
    method: string,
    path: string,
    init: { body?: string | FormData; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const headers = { ...this.headers, ...(this.jar.size > 0 && { cookie: this.cookie }), ...init.headers };
    const response = await fetch(this.#url + path, {
      method,
      headers,
      redirect: "manual",
      ...(init.body !== undefined && { body: init.body }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await response.text();
    const answer = { status: response.status, body: jsonOrUndefined(text), text, headers: response.headers };
    checkAnswer({ method, path, body: init.body }, answer);
    return answer;
  }

  get(path: string): Promise<Answer> {
    return this.request("GET", path);
  }

  /** A JSON call with the token in its header. `csrf: false` leaves it out. */
  async call(
    method: string,
    path: string,
    body?: Body,
    { csrf = true, headers = {} }: { csrf?: boolean; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const token = csrf ? { "x-csrftoken": await this.token() } : {};
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    return await this.request(method, path, { ...json, headers: { "content-type": "application/json", ...token, ...headers } });
  }

  post = (path: string, body?: Body) => this.call("POST", path, body);
  put = (path: string, body?: Body) => this.call("PUT", path, body);
  delete = (path: string, body?: Body) => this.call("DELETE", path, body);

  /** A native form post, with the page's hidden token unless the fields hold one. */
  async form(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    const values = new URLSearchParams({ _csrf: await this.token(), ...fields });
    return await this.request("POST", path, {
      body: values.toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });
  }

  async token(): Promise<string> {
    const name = `${this.cookiePrefix}csrftoken`;
    if (!this.jar.has(name) || ![...this.jar.keys()].some((key) => key.endsWith("visitor"))) await this.get(csrfPath);
    return decodeURIComponent(this.jar.get(name) ?? "");
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split(";");
    const [[name, value] = ["", ""]] = Object.entries(cookiesOf(pair));
    const isDeleted = attributes.some((text) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(text));
    if (isDeleted) this.jar.delete(name);
    else this.jar.set(name, value);
  }
}
