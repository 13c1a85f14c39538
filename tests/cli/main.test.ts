import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { processEnvironment } from "../support/process-environment.ts";

const root = join(import.meta.dirname, "../..");

/** Runs `npm run store -- …` in its own process, on a folder that is removed after the test. */
async function store(...args: string[]): Promise<{ status: number | null; out: string; err: string }> {
  const directory = await mkdtemp(join(tmpdir(), "shop-cli-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const child = spawn(process.execPath, [join(root, "server/cli/main.ts"), ...args], {
    env: { ...processEnvironment(), DATA_DIR: directory },
  });
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    output.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output.err += chunk;
  });
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { status, ...output };
}

test("the owner imports into an empty folder by one command", async () => {
  const { status, out, err } = await store(
    "import",
    join(root, "tests/fixtures/shopify.csv"),
    "--category",
    "that-badu",
    "--no-pictures",
  );
  expect(out).toContain("7 rows read: 3 products with 4 variants imported\n3 created,");
  expect(err).toContain("line 6: Variant Price “12.345” is not a price in dollars and cents, such as 12.50\n");
  expect(status).toBe(1);
});

test("every command explains itself, also before there is a shop", async () => {
  const long = await store("import", "--help");
  expect([long.status, long.out]).toEqual([0, expect.stringContaining("--category SLUG")]);
  const short = await store("export", "products.csv", "-h");
  expect([short.status, short.out]).toEqual([0, expect.stringMatching(/^Usage: npm run store -- export /)]);
  const overview = await store("-h");
  expect([overview.status, overview.out]).toEqual([0, expect.stringContaining("import     import a product CSV")]);
});

test.each(["imprt", "constructor", "__proto__"])("a command that there is not, %s, is told", async (name) => {
  const { status, err } = await store(name);
  expect([status, err]).toEqual([2, expect.stringContaining(`There is no command “${name}”.`)]);
});
