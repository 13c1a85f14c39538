import { describe, expect, test } from "vitest";
import { sitemapPath } from "../../server/content/paths.ts";
import { favouritePath, favouritesPath } from "../../server/wishlist/paths.ts";
import type { Answer } from "../support/browser-of.ts";
import { checkAnswer } from "../support/check-answer.ts";

const inJson = (status: number, body: object): Answer => ({
  status,
  body: body as never,
  text: JSON.stringify(body),
  headers: new Headers({ "content-type": "application/json; charset=utf-8" }),
});
const inText = (status: number, text: string, type = "text/plain"): Answer => ({
  status,
  body: undefined as never,
  text,
  headers: new Headers({ "content-type": type }),
});
const all = { method: "GET", path: `/shop/us${favouritesPath}?page=1` };
const add = { method: "POST", path: favouritePath("p-1") };

describe("an answer that a test receives", () => {
  test("is taken as its call says, and as a refusal", () => {
    checkAnswer(all, inJson(200, { wishlist: ["p-1"] }));
    checkAnswer(all, inJson(401, { error: "please sign in", code: "signed_out" }));
    checkAnswer(add, inJson(403, { error: "please try again", code: "csrf" }));
    checkAnswer(add, inText(200, "added to your favorites"));
    checkAnswer({ ...add, body: "_method=DELETE" }, inText(200, "removed from your favorites"));
  });

  test.each([
    ["with a field that the call does not name", all, inJson(200, { wishlist: [], mode: "server" })],
    ["with a field too few", all, inJson(200, {})],
    ["with another status", all, inJson(201, { wishlist: [] })],
    ["with a refusal of a code that is in no list", all, inJson(409, { error: "oh", code: "oh" })],
    ["with a refusal of a code that the call does not list", all, inJson(409, { error: "too many", code: "limit_reached" })],
    ["with a refusal under another code's status", all, inJson(409, { error: "please sign in", code: "signed_out" })],
    ["with a page's code in JSON", { method: "GET", path: sitemapPath }, inJson(500, { error: "oh", code: "server_error" })],
    ["with a refusal without a code", all, inJson(401, { error: "oh" })],
    ["with a refusal's stack", all, inJson(500, { error: "oh", code: "server_error", stack: "at" })],
    ["with a refusal's data that the call does not name", all, inJson(401, { error: "oh", code: "signed_out", data: {} })],
    ["with other words", add, inText(200, "removed from your favorites")],
    ["as another type", all, inText(200, "p-1")],
    ["in JSON where it says text", add, inJson(200, { data: "added to your favorites" })],
  ])("%s is refused", (_how, request, answer) => {
    expect(() => checkAnswer(request, answer)).toThrow(/answered \d{3}/);
  });

  test("is nobody's contract where it is a page for a native form", () => {
    checkAnswer(add, inText(403, "<html>", "text/html"));
    checkAnswer({ method: "GET", path: "/storefront/wishlist/" }, inText(200, "<html>", "text/html"));
  });
});
