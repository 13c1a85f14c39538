import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { findCircles } from "./support/circles.ts";

const root = join(import.meta.dirname, "..");
const files = globSync(["server/**/*.ts", "islands/**/*.{ts,tsx}"], { cwd: root }).filter((path) => !path.endsWith(".d.ts"));

type Import = { from: string; to: string; typeOnly: boolean };

/** Every relative import by path from the root, including `import type`. */
const imports: Import[] = files.flatMap((from) =>
  [
    ...readFileSync(join(root, from), "utf8").matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^;]*?from\s+"(\.[^"]+)"|\bimport\s*\(?\s*"(\.[^"]+)"/g,
    ),
  ].map((match) => ({
    from,
    to: relative(root, join(root, dirname(from), match[1] ?? match[2] ?? "")),
    typeOnly: /^\s*(import|export) type\b/.test(match[0]),
  })),
);

const folderIn = (path: string) => path.split("/")[1] ?? "";
const inServer = (path: string) => path.startsWith("server/");

/** Which features may import which others (importer → imported). */
const arrows: Record<string, readonly string[]> = {
  identity: ["customers", "wishlist", "checkout"],
  payments: ["checkout", "orders", "catalog"],
  checkout: ["catalog", "customers"],
  wishlist: ["catalog"],
  orders: ["catalog", "customers"],
  content: ["catalog"],
  transfer: ["catalog"],
  staff: ["catalog", "checkout", "content", "customers", "identity", "orders", "payments", "transfer", "wishlist"],
  catalog: [],
  customers: [],
};
const features = Object.keys(arrows);
const shared = ["web", "db", "jobs", "media"];

/** Which features other folders of the server may import. */
const partArrows: Record<string, readonly string[]> = {
  "personal-data": ["checkout", "customers", "identity", "orders", "payments"],
  backup: [],
  config: ["payments"],
  metrics: ["checkout", "payments", "staff"],
  tracing: ["payments"],
  openapi: ["staff"],
  cli: features,
  demo: features,
};

describe("the arrows between files", () => {
  test("no files import each other in a circle, types included", () => {
    const importsOf = Map.groupBy(imports, ({ from }) => from);
    const graph = new Map(files.map((file) => [file, (importsOf.get(file) ?? []).map(({ to }) => to)]));
    expect(findCircles(graph)).toEqual([]);
  });

  test("a circle is found by whatever file it is entered", () => {
    const ring = new Map([
      ["main", ["one"]],
      ["one", ["two"]],
      ["two", ["leaf", "three"]],
      ["three", ["one"]],
      ["leaf", []],
      ["itself", ["itself"]],
    ]);
    expect(findCircles(ring)).toEqual([
      ["one", "two", "three", "one"],
      ["itself", "itself"],
    ]);
  });

  test("every folder of the server has its arrows", () => {
    const folders = globSync("server/*/", { cwd: root }).map(folderIn);
    expect(folders.toSorted()).toEqual([...features, ...shared, ...Object.keys(partArrows)].toSorted());
  });

  test("a folder of the server imports only the features that it may know", () => {
    const allowed = { ...arrows, ...partArrows };
    const wrong = imports.filter(({ from, to }) => {
      const [mine, theirs] = [folderIn(from), folderIn(to)];
      if (!inServer(from) || !inServer(to) || !allowed[mine] || !features.includes(theirs)) return false;
      return mine !== theirs && !allowed[mine].includes(theirs);
    });
    expect(wrong).toEqual([]);
  });

  test("from another feature come domain functions, rules and schema, never its routes, queries or pages", () => {
    const wrong = imports.filter(({ from, to }) => {
      const [mine, theirs] = [folderIn(from), folderIn(to)];
      const between = inServer(from) && inServer(to) && features.includes(mine) && features.includes(theirs) && mine !== theirs;
      return between && /\/(routes|queries|pages)(\.ts$|\/)/.test(to);
    });
    expect(wrong).toEqual([]);
  });

  test("features and shared parts know neither the start nor the command line nor the demo shop", () => {
    const parts = [...features, ...shared, "personal-data", "backup", "config", "metrics", "tracing"];
    const wrong = imports.filter(
      ({ from, to }) =>
        inServer(from) && parts.includes(folderIn(from)) && /^server\/((main|open|app|jobs|calls)\.ts$|cli\/|demo\/)/.test(to),
    );
    expect(wrong).toEqual([]);
  });

  test("web, db, jobs and media know no feature", () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        inServer(from) && shared.includes(folderIn(from)) && /^server\/[^/]+\//.test(to) && !shared.includes(folderIn(to)),
    );
    expect(wrong).toEqual([]);
  });

  test("rules are pure: they import rules, paths, periods, money, state labels, tags and outcome alone", () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        /^server\/\w+\/rules\//.test(from) &&
        !/\/rules\/|[/-]paths\.ts$|^server\/(money|outcome|state-label|plain-text|text-faults|folded-text|tags|retention)\.ts$/.test(
          to,
        ),
    );
    expect(wrong).toEqual([]);
    const impure = files
      .filter((path) => /^server\/\w+\/rules\//.test(path))
      .filter((path) =>
        /Date\.now|Math\.random|process\.env|new Date\(\)|from "node:/.test(readFileSync(join(root, path), "utf8")),
      );
    expect(impure).toEqual([]);
  });

  test("islands import rules, paths, types of schema and calls, and each other's stores, never another island", () => {
    const wrong = imports.filter(({ from, to, typeOnly }) => {
      if (!from.startsWith("islands/")) return false;
      // In a browser, zod would add 22 kB.
      if (/\/(schema|calls)\.ts$/.test(to)) return !typeOnly;
      if (inServer(to))
        return !/\/rules\/|\/([\w-]+-)?paths\.ts$|^server\/(money|outcome|state-label|plain-text|text-faults|folded-text|retention)\.ts$/.test(
          to,
        );
      const sharedFolders = ["runtime", "stores", "ui"];
      return to.split("/").length > 2 && !sharedFolders.includes(folderIn(to)) && folderIn(from) !== folderIn(to);
    });
    expect(wrong).toEqual([]);
  });

  test("the runtime and its build know nothing of this shop", () => {
    const inRuntime = (path: string) => path.startsWith("islands/runtime/");
    expect(imports.filter(({ from, to }) => inRuntime(from) && !inRuntime(to))).toEqual([]);
  });

  test("the shop takes the runtime and its build from the package's entries, never from inside", () => {
    const outside = globSync(["*.{ts,mjs}", "{server,islands,tests}/**/*.{ts,tsx,mjs}"], { cwd: root }).filter(
      (path) => !path.startsWith("islands/runtime/") && !path.startsWith("tests/islands/"),
    );
    const inside = outside.filter((path) =>
      /(?:from|import\()\s*"[./]+(?:islands)?\/runtime\//.test(readFileSync(join(root, path), "utf8")),
    );
    expect(inside).toEqual([]);
  });

  test("paths are pure: they import paths and rules alone", () => {
    const wrong = imports.filter(({ from, to }) => /[/-]paths\.ts$/.test(from) && !/\/rules\/|[/-]paths\.ts$/.test(to));
    expect(wrong).toEqual([]);
  });

  test("only config.ts reads the environment", () => {
    const readers = files.filter((path) => inServer(path) && /process\.env/.test(readFileSync(join(root, path), "utf8")));
    expect(
      readers.filter(
        (path) => !["server/main.ts", "server/cli/main.ts"].includes(path) && !/gateways\/test\/|social\/demo\//.test(path),
      ),
    ).toEqual([]);
  });

  test("routes are registered by web/routes.ts alone, which knows what it registered", () => {
    const registering = /\bRouter\(|(?<!req\.)\b(app|router)\.(get|post|put|delete|patch|all|route)\(/;
    const wrong = files.filter((path) => inServer(path) && registering.test(readFileSync(join(root, path), "utf8")));
    expect(wrong).toEqual(["server/web/routes.ts"]);
  });

  test("card fields are named in few files only", () => {
    const allowed = /^server\/payments\/|^islands\/checkout\/|^server\/web\/log\.ts$/;
    const namers = files.filter((path) => /cardNumber|securityCode/.test(readFileSync(join(root, path), "utf8")));
    expect(namers.filter((path) => !allowed.test(path))).toEqual([]);
  });

  test("SQL of a feature stands in its queries", () => {
    const ownSql = [...shared, "backup", "demo"];
    const writes = files.filter((path) => /^server\/[^/]+\//.test(path) && !ownSql.includes(folderIn(path)));
    const elsewhere = writes.filter(
      (path) =>
        !/\/queries(\.ts$|\/)/.test(path) &&
        /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(readFileSync(join(root, path), "utf8")),
    );
    expect(elsewhere).toEqual([]);
  });
});
