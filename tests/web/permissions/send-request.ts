import type { Answer } from "../../support/browser-of.ts";
import type { Known, RequestFormat, Row } from "./row.ts";

type Asking = {
  /** the token to send; by default the requester's own, and none if null */
  csrf?: string | null;
  headers?: Record<string, string>;
  /** whose records are requested, if not the requester's own */
  about?: Known;
};

/** The formats in which a route can be called: a GET has only one. */
export const formatsOf = ({ method }: Row): readonly RequestFormat[] => (method === "GET" ? ["json"] : ["json", "native"]);

/** Calls a route from `known`'s browser, for `about`'s records or for the requester's own. */
export async function ask(row: Row, format: RequestFormat, { browser, ...known }: Known, asking: Asking = {}): Promise<Answer> {
  const about = { ...(asking.about ?? known), browser };
  const { headers = {} } = asking;
  const path = (await row.at?.(about)) ?? row.path;
  if (row.method === "GET") return await browser.request("GET", path, { headers });
  const csrf = asking.csrf === null ? undefined : (asking.csrf ?? (row.guard === "csrf" ? await browser.token() : undefined));
  if (row.send) return await row.send(about, format, csrf, headers);
  const json = (await row.json?.(about)) ?? {};
  const sent = csrf === undefined ? headers : { "x-csrftoken": csrf, ...headers };
  if (format === "json") return await browser.call(row.method, path, { ...json }, { csrf: false, headers: sent });
  const texts = Object.entries(json).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const fields = { ...Object.fromEntries(texts), ...row.native?.(about) };
  const method = row.method === "POST" ? {} : { _method: row.method };
  return await browser.form(path, { ...fields, ...method, _csrf: csrf ?? "" }, headers);
}
