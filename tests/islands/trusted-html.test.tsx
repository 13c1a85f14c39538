import { fetchHtml } from "server-islands/html";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

const answer = (url: string, type = "text/html; charset=utf-8", status = 200) =>
  Object.defineProperty(new Response("<b>ours</b>", { status, headers: { "content-type": type } }), "url", { value: url });
const serve = (response: Response) => vi.stubGlobal("fetch", async () => response);

test("HTML of this origin is taken", async () => {
  serve(answer(`${location.origin}/part`));
  expect(String(await fetchHtml("/part"))).toBe("<b>ours</b>");
});

test("HTML that a redirect brought from elsewhere is refused", async () => {
  serve(answer("https://elsewhere.example/part"));
  await expect(fetchHtml("/part")).rejects.toThrow("HTML from https://elsewhere.example/part is not this site's own");
});

test("an answer that is not HTML is refused", async () => {
  serve(answer(`${location.origin}/part`, "application/json"));
  await expect(fetchHtml("/part")).rejects.toThrow("failed or is not HTML: ");
});

test("a failure's page is refused", async () => {
  serve(answer(`${location.origin}/part`, undefined, 502));
  await expect(fetchHtml("/part")).rejects.toThrow("failed or is not HTML: 502");
});
