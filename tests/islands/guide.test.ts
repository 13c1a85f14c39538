// The examples of docs/embedding.md: TypeScript stands in guide/, where it is compiled and run; the
// markup is read with the shop's own islands.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Handlebars from "handlebars";
import { Window } from "happy-dom";
import { expect, test } from "vitest";
import type { ZodType } from "zod";
import { openIslands } from "../../server/web/islands.ts";

const root = join(import.meta.dirname, "../..");
const guide = readFileSync(join(root, "docs/embedding.md"), "utf8");

/** The examples in a language, each with its line in the guide. */
const examplesIn = (...languages: string[]) =>
  [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, language = ""]) => languages.includes(language))
    .map(({ index, 2: text = "" }) => ({ line: guide.slice(0, index).split("\n").length, text }));

const files = globSync("guide/**/*.{ts,tsx}", { cwd: import.meta.dirname });
const textOf = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8").trim();

for (const { line, text } of examplesIn("ts", "tsx")) {
  test(`the example at line ${line} of the guide is a file that is compiled and run`, () => {
    const [, path, code = ""] = /^(?:\/\/ (\S+\.tsx?)\b.*\n)?([\s\S]*)$/.exec(text) ?? [];
    const candidates = path ? [join("guide", path)] : files;

    expect(candidates.map(textOf)).toContain(code.trim());
  });
}

const islands = await openIslands(join(root, "dist"), { production: false });
/** What islands take in pages that others render. */
const { embedded }: { embedded: Record<string, { schema: ZodType }> } = await import(join(root, "dist/islands.mjs"));
const schemas = JSON.parse(readFileSync(join(root, "dist/islands.schema.json"), "utf8"));

/** Props that stand in the markup, with single ones converted as a browser does. */
function propsOf({ dataset, ownerDocument }: HTMLElement): object {
  const { island = "", props = "{}", propsRef } = dataset;
  const shared = propsRef ? JSON.parse(ownerDocument.getElementById(propsRef)?.textContent ?? "") : {};
  const single = Object.entries(dataset)
    .filter(([key]) => /^prop[A-Z]/.test(key))
    .map(([key, text = ""]) => {
      const name = key.charAt(4).toLowerCase() + key.slice(5);
      const type = schemas[island]?.properties?.[name]?.type;
      return [name, type === "number" || type === "integer" || type === "boolean" ? JSON.parse(text) : text];
    });
  return { ...shared, ...JSON.parse(props), ...Object.fromEntries(single) };
}

for (const { line, text } of examplesIn("html")) {
  test(`the markup at line ${line} of the guide has islands that there are, with right props and triggers`, () => {
    const { document } = new Window();
    document.body.innerHTML = text;
    for (const el of document.querySelectorAll("[data-island]") as unknown as HTMLElement[]) {
      const { island = "", islandOn } = el.dataset;
      const options = islandOn === undefined ? {} : { on: islandOn };
      embedded[island]?.schema.parse(propsOf(el));
      // The helper knows what triggers there are; it renders what such pages only have as well.
      const drawn = embedded[island] ? { name: "toasts", props: {} } : { name: island, props: propsOf(el) };
      const template = Handlebars.compile("{{island name props on=on}}");
      template({ ...drawn, ...options }, { helpers: { island: islands.helper } });
    }
  });
}

/** What the guide's templates are given. */
const values = {
  heart: { productId: "p-1", name: "Salt" },
  buy: { variantId: "v-77", name: "Salt, 100 g", category: "Salt", price: 4.5 },
};

for (const { line, text } of examplesIn("hbs")) {
  test(`the template at line ${line} of the guide is rendered`, () => {
    expect(Handlebars.compile(text)(values, { helpers: { island: islands.helper } })).toContain("data-island=");
  });
}
