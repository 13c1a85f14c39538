// The package's size gate (`npm run size`): the bytes, after brotli, that a page with one small
// island loads.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSite } from "./build/build.ts";

const component = `import { useState } from "react";
export default function Counter({ label }: { label: string }) {
  const [count, setCount] = useState(0);
  return <button type="button" onClick={() => setCount(count + 1)}>{label}: {count}</button>;
}`;
const props = `import { z } from "zod";
export const schema = z.object({ label: z.string() });`;

const folder = mkdtempSync(join(tmpdir(), "island-size-"));
try {
  const islandsDir = join(folder, "islands");
  mkdirSync(join(islandsDir, "one"), { recursive: true });
  symlinkSync(join(import.meta.dirname, "../../node_modules"), join(folder, "node_modules"), "dir");
  writeFileSync(join(islandsDir, "one/counter.tsx"), component);
  writeFileSync(join(islandsDir, "one/counter.props.ts"), props);
  const out = join(folder, "out");
  await buildSite({ islandsDir, out, dev: false });
  const { entry, islands } = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
  /** @param {string} file */
  const sizeOf = (file) => readFileSync(join(out, "static/islands", `${file}.js.br`)).length;
  const { file, imports } = islands.counter;
  const rendered = [entry, file, ...imports];
  const part = readdirSync(join(out, "static/islands")).find((name) => /^props-.*\.js$/.test(name)) ?? "";
  /** @param {string[]} files */
  const sum = (files) => files.map(sizeOf).reduce((all, size) => all + size, 0);
  const lines = [
    { what: "loader", size: sizeOf(entry), budget: 2_300 },
    { what: "all for one island that the server rendered", size: sum(rendered), budget: 8_900 },
    { what: "all for one island in markup by hand", size: sum([...rendered, part.replace(/\.js$/, "")]), budget: 9_900 },
  ];
  for (const { what, size, budget } of lines)
    console.log(`${size > budget ? "OVER" : "good"} ${String(size).padStart(6)} of ${String(budget).padStart(6)}  ${what}`);
  process.exitCode = lines.some(({ size, budget }) => size > budget) ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
