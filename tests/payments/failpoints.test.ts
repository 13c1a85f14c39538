import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { failpoints } from "./failpoints.ts";

test("processes are killed at every failpoint of the code, each of which is a name of its own", () => {
  const server = join(import.meta.dirname, "../../server");
  const calls = globSync("**/*.ts", { cwd: server }).flatMap((file) => [
    ...readFileSync(join(server, file), "utf8").matchAll(/\bfailpoint\((.*?)\)/g),
  ]);

  expect(calls.map(([, name]) => name).sort()).toEqual(failpoints.map((name) => `"${name}"`).sort());
});
