import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** The modules that a file loads, without types. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from "([^"]+)";/gm)].map(([, from = ""]) => from);

test("nothing of OpenTelemetry is loaded until a collector is named", () => {
  const sources = globSync("server/**/*.ts", { cwd: root }).filter((path) => !path.startsWith("server/tracing/"));
  expect(sources.length).toBeGreaterThan(500);
  const loading = sources.filter((path) =>
    importsOf(readFileSync(join(root, path), "utf8")).some((from) => /@opentelemetry|\/tracing\/tracing\.ts$/.test(from)),
  );
  expect(loading).toEqual([]);
});
