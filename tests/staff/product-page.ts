import type { Answer, TestBrowser } from "../support/browser-of.ts";

const text = (html: string): string =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#x3D;", "=")
    .replaceAll("&amp;", "&");

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : text(found);
};

/** The fields of a page's form to this address, as a browser sends them unchanged. */
export function fieldsIn({ text: page }: Answer, action: string): Record<string, string> {
  const form =
    page
      .split("<form")
      .find((part) => part.includes(`method="post" action="${action}"`))
      ?.split("</form>")[0] ?? "";
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = attribute(tag, "name");
    if (name === undefined || (tag.includes('type="checkbox"') && !tag.includes(" checked"))) continue;
    fields[name] = attribute(tag, "value") ?? "";
  }
  for (const [, name = "", value = ""] of form.matchAll(/<textarea[^>]* name="([^"]+)"[^>]*>\n?([^<]*)<\/textarea>/g))
    fields[name] = text(value);
  for (const [, name = "", options = ""] of form.matchAll(/<select[^>]* name="([^"]+)"[^>]*>(.*?)<\/select>/gs)) {
    const chosen = /<option value="([^"]*)" selected>/.exec(options) ?? /<option value="([^"]*)"/.exec(options);
    fields[name] = text(chosen?.[1] ?? "");
  }
  return fields;
}

/** Sends the form of a page at the same address, with these changes. */
export async function sendForm(
  browser: TestBrowser,
  page: string,
  changes: Record<string, string>,
  action = page,
  ofForm = action,
): Promise<Answer> {
  return await browser.form(action, { ...fieldsIn(await browser.get(page), ofForm), ...changes });
}
