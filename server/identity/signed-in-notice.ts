import type { IncomingMessage, ServerResponse } from "node:http";
import type { Request, Response } from "express";
import type { Config } from "../config.ts";
import { type CookieNames, readCookie, setCookie, valuesOf } from "../web/cookies.ts";
import { headerOf } from "../web/raw-headers.ts";
import { welcomePath } from "./paths.ts";

const texts = {
  "signed-in": "You’re signed in.",
  "signed-up": "Your account is ready, and you’re signed in.",
};
type Entry = keyof typeof texts;

const isEntry = (name: string | undefined): name is Entry => name !== undefined && Object.hasOwn(texts, name);

const minute = 60_000;

/**
 * Makes the next page say that the visitor is signed in. With scripts a sign-in follows each
 * sign-up, and must not replace the sign-up's notice.
 */
export function setSignedInNotice(req: Request, res: Response, entry: Entry): void {
  if (readCookie(req, "notice") !== "signed-up") setCookie(req, res, "notice", entry, { maxAge: minute });
}

const noticeOf = (text: string) =>
  `<div class="notice notice--success no-print" role="status"><svg class="icon" aria-hidden="true"><use href="#i-check"></use></svg><p>${text}</p></div>`;

/** Whether a person opens the page: no script fetches it, and it is not fetched ahead of time. */
const isOpened = (req: IncomingMessage): boolean =>
  req.method === "GET" &&
  /^(?!\/staff\/)/.test(req.url ?? "") &&
  (headerOf(req, "sec-fetch-dest") ?? "document") === "document" &&
  headerOf(req, "sec-purpose") === undefined;

/**
 * Adds the notice below the header of the first page after a sign-in, on any page. This one answer
 * is for its visitor alone, even if the page is the same for all.
 */
export function openSignedInNotice(cookies: CookieNames, { production }: Pick<Config, "production">) {
  const name = cookies.notice;
  const removal = `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${production ? "; Secure" : ""}`;
  return (req: IncomingMessage, res: ServerResponse): void => {
    const cookie = headerOf(req, "cookie");
    if (!cookie?.includes(name)) return;
    const entry = valuesOf(cookie, name)[0];
    if (!isEntry(entry) || !isOpened(req)) return;
    // The notice is put into the page's text, so the page must come uncompressed and not as a 304.
    req.rawHeaders = req.rawHeaders.map((one, at) => (at % 2 === 0 && /^(accept-encoding|if-none-match)$/i.test(one) ? "" : one));
    const notice = req.url?.startsWith(welcomePath) ? "" : noticeOf(texts[entry]);
    const { writeHead, write, end } = res;
    const asBefore = () => Object.assign(res, { writeHead, write, end });
    res.writeHead = ((status: number, headers: string[] | Record<string, string> = []) => {
      res.statusCode = status;
      const pairs = Array.isArray(headers) ? headers : Object.entries(headers).flat();
      for (let at = 0; at + 1 < pairs.length; at += 2) res.setHeader(pairs[at] ?? "", pairs[at + 1] ?? "");
      return res;
    }) as typeof writeHead;
    res.write = ((...parts: Parameters<typeof write>) => asBefore().write(...parts)) as typeof write;
    res.end = ((body?: string | Buffer) => {
      asBefore();
      if (res.statusCode !== 200 || body === undefined || !String(res.getHeader("Content-Type")).startsWith("text/html"))
        return body === undefined ? res.end() : res.end(body);
      const html = Buffer.from(String(body).replace("</header>", `</header>\n${notice}`));
      res.removeHeader("ETag");
      res.setHeader("Cache-Control", "no-store");
      res.setHeader("Content-Length", html.length);
      res.appendHeader("Set-Cookie", removal);
      return res.end(html);
    }) as typeof end;
  };
}
