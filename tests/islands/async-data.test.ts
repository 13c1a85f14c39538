// What would have to wait: a promise among the props, and a component that suspends.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSite } from "server-islands/build";
import { type Islands, openIslands } from "server-islands/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFolder, siteOf } from "./fixture-site.ts";

const takesText = "z.object({ text: z.string() })";
const takesAll = `z.object({
  text: z.string().default("none"),
  author: z.object({ name: z.string().optional() }).optional(),
  tags: z.array(z.object({ name: z.string().optional() })).default([]),
  more: z.unknown().optional(),
})`;
const takesNothing = "z.object({})";

/** The components of islands, with their schemas. */
const sources: Record<string, [schema: string, component: string]> = {
  text: [takesText, "export default ({ text }: { text: string }) => <p>{text}</p>;"],
  all: [takesAll, "export default ({ text }: { text: string }) => <p>{text}</p>;"],
  used: [
    takesNothing,
    `import { use } from "react";
    const words = Promise.resolve("words");
    export default () => <p>{use(words)}</p>;`,
  ],
  "used-inside": [
    takesNothing,
    `import { Suspense, use } from "react";
    const words = Promise.resolve("words");
    const Words = () => <b>{use(words)}</b>;
    export default () => <Suspense fallback="loading"><Words /></Suspense>;`,
  ],
  lazy: [
    takesNothing,
    `import { lazy, Suspense } from "react";
    const Part = lazy(async () => ({ default: () => <b>part</b> }));
    export default () => <Suspense fallback="loading"><Part /></Suspense>;`,
  ],
  "async-component": [takesNothing, "export default async function Later() { return <p>later</p>; }"],
  "async-part": [
    takesNothing,
    `async function Part() { return <b>part</b>; }
    export default () => <p><Part /></p>;`,
  ],
  "promise-inside": [takesNothing, `export default () => <p>{["one", Promise.resolve("two")]}</p>;`],
  "nothing-to-wait-for": [
    takesNothing,
    `import { Suspense } from "react";
    export default () => <Suspense fallback="loading"><p>there</p></Suspense>;`,
  ],
  thrown: [takesNothing, `export default () => { throw new Error("broken by itself"); };`],
};

function writeSite(folder: string): void {
  for (const [name, [schema, component]] of Object.entries(sources)) {
    mkdirSync(join(folder, "islands/play"), { recursive: true });
    writeFileSync(join(folder, "islands/play", `${name}.tsx`), component);
    const props = `import { z } from "zod";\nexport const schema = ${schema};`;
    writeFileSync(join(folder, "islands/play", `${name}.props.ts`), props);
  }
}

const advice = "await it before you render, and pass its value";

for (const framework of ["preact", "react"] as const) {
  describe(`on ${framework}`, () => {
    const folder = openFolder();
    let islands: Islands;
    beforeAll(async () => {
      writeSite(folder.path);
      await buildSite(siteOf(folder.path, { framework }));
      islands = await openIslands(join(folder.path, "dist"));
    });
    afterAll(() => folder.remove());

    for (const [name, props, path] of [
      ["text", { text: Promise.resolve("a") }, "text"],
      ["text", Promise.resolve({ text: "a" }), "props"],
      ["all", Promise.resolve({}), "props"],
      ["all", { text: Promise.resolve("a") }, "text"],
      ["all", { author: Promise.resolve({ name: "Ann" }) }, "author"],
      ["all", { tags: [{}, Promise.resolve({ name: "red" })] }, "tags.1"],
      ["all", { tags: Promise.resolve([]) }, "tags"],
      ["all", { more: { deep: Promise.resolve(1) } }, "more.deep"],
    ] as const) {
      test(`a promise as ${path} of ${name} is refused with what to do`, () => {
        const message = `Island ${name}: ${path} is a promise: ${advice}`;
        expect(() => islands.render(name, props)).toThrow(message);
        expect(() => islands.wrap(name, props, {}, "fallback")).toThrow(message);
      });
    }

    test("a promise of all props is refused also where the island without props is in the cache", () => {
      expect(islands.render("all", {})).toContain("<p>none</p>");
      expect(() => islands.render("all", Promise.resolve({}))).toThrow("Island all: props is a promise");
      expect(() => islands.render("all", Promise.resolve({}), { same: true })).toThrow("Island all: props is a promise");
    });

    for (const name of ["used", "used-inside", "lazy", "async-component", "async-part", "promise-inside"])
      test(`${name}: an island that suspends is refused with what to do`, () => {
        expect(() => islands.render(name, {})).toThrow(
          new RegExp(`^Island ${name}: .* suspends.*, and the server does not wait: await the data before you render, `),
        );
      });

    test("Suspense around what is there is rendered, and an error of a component is told as it is", () => {
      expect(islands.render("nothing-to-wait-for", {})).toContain("<p>there</p>");
      expect(() => islands.render("thrown", {})).toThrow(/^broken by itself$/);
    });
  });
}
