import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const readJson = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));

type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  hasInstallScript?: boolean;
};

const lockFiles = ["package-lock.json", "tests/lighthouse/package-lock.json"];
const locked = lockFiles
  .flatMap((name) => Object.entries(readJson(name).packages as Record<string, Locked>))
  .filter(([path]) => path.startsWith("node_modules/"));
const nameOf = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

test("every locked package is held to its content: npm refuses other bytes", () => {
  const loose = locked.filter(([, { link, integrity }]) => !link && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""));
  expect(locked.length).toBeGreaterThan(300);
  expect(loose.map(([path]) => path)).toEqual([]);
});

test("no package comes from anywhere but a registry: the lock files name no address", () => {
  const elsewhere = locked.filter(([, { link, resolved }]) => !link && resolved !== undefined);
  expect(elsewhere.map(([path]) => path)).toEqual([]);
});

test("install scripts run for the packages that were looked at alone, and others stop an installation", () => {
  const { allowScripts } = readJson("package.json");
  const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
  expect(scripted.toSorted()).toEqual(Object.keys(allowScripts).toSorted());
  expect(readFileSync(join(root, ".npmrc"), "utf8")).toMatch(/^strict-allow-scripts=true$/m);
});

test("csurf, which is archived, is known to one file", () => {
  const knowing = globSync("{server,islands,tests}/**/*.{ts,tsx}", { cwd: root }).filter((file) =>
    /^import .* from "csurf"/m.test(readFileSync(join(root, file), "utf8")),
  );
  expect(knowing).toEqual([join("server", "web", "token.ts")]);
});

test("the bill of materials names each package that a shop runs, its version and its content, and none of the tools", () => {
  const printed = execFileSync("npm", ["run", "-s", "sbom"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
  const { bomFormat, components } = JSON.parse(printed) as {
    bomFormat: string;
    components: { name: string; version: string; hashes?: { alg: string }[] }[];
  };
  expect(bomFormat).toBe("CycloneDX");
  const hashed = components.filter(({ hashes }) => hashes?.[0]?.alg === "SHA-512");
  const named = new Set(hashed.map(({ name, version }) => `${name}@${version}`));
  const { dependencies } = readJson("package.json") as { dependencies: Record<string, string> };
  expect(
    Object.entries(dependencies)
      .map((pair) => pair.join("@"))
      .filter((each) => !named.has(each)),
  ).toEqual([]);
  expect(components.filter(({ name }) => /^(vitest|typescript|@playwright\/test|lighthouse)$/.test(name))).toEqual([]);
});
