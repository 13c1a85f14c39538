import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { defaultClientConditions, defaultServerConditions, type Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { often } from "./tests/support/long-form.ts";
import { isShort, part } from "./tests/support/part.ts";
import { standBy } from "./tests/support/stand-by.ts";
import { type Suite, serverSuites } from "./tests/support/suites.ts";
import { temporaryFolder } from "./tests/support/temporary.ts";

// These paths are in variables. Vite bundles this file, and would otherwise resolve the imports
// before build.mjs has set the condition `source`.
const [build, preact] = [join(import.meta.dirname, "build.mjs"), "server-islands/vitest"];
await import(build);
const { onPreact }: typeof import("server-islands/vitest") = await import(preact);

const islandsFolder = join(import.meta.dirname, "islands");
const embeddedFolder = join(islandsFolder, "ui/embedded");

// Resolves imports as the build does for islands on pages that other sites render. Such islands use
// the `.embedded` variant of a file, if there is one, and their own JSX runtime and HTML module.
const embedded: Plugin = {
  name: "embedded",
  enforce: "pre",
  resolveId: (source, importer = "") => {
    const replaced = /^p?react\/jsx-(dev-)?runtime$/.test(source)
      ? "jsx-runtime.ts"
      : source === "server-islands/html" && "html.ts";
    if (replaced) return importer.startsWith(embeddedFolder) ? null : join(embeddedFolder, replaced);
    const path = resolve(dirname(importer), source).replace(/(\.tsx?)$/, ".embedded$1");
    return source.startsWith(".") && path.startsWith(islandsFolder) && path !== importer && existsSync(path) ? path : null;
  },
};

/** Packages of this repository are taken from their sources. */
const fromSources = {
  resolve: { conditions: ["source", ...defaultClientConditions] },
  ssr: { resolve: { conditions: ["source", ...defaultServerConditions] } },
};

/**
 * Packages are resolved as by Node itself. Node cannot always load the ES modules that a package
 * offers to bundlers (condition `module`).
 */
const asNode = {
  ...fromSources,
  ssr: { resolve: { conditions: ["source", ...defaultServerConditions.filter((name) => name !== "module")] } },
};

const inPreact = { ...fromSources, ...onPreact, resolve: { ...fromSources.resolve, ...onPreact.resolve } };

standBy(temporaryFolder());

// Only a test that hangs takes this long, so that no test fails because a machine is slow.
const timeoutMs = often(600_000, 1_200_000);

/** The time that a test waits for an expected state, in ms. */
const patience = { poll: { timeout: 60_000, interval: 20 } };
const patient = "tests/support/patient.ts";

const islandTests = {
  testTimeout: timeoutMs,
  expect: patience,
  setupFiles: [patient],
  environment: "happy-dom",
  server: { deps: { inline: ["@nanostores/react"] } },
};
const runtimeTests = "tests/islands/**/*.test.tsx";
const embeddingTests = "tests/embedding/**/*.test.tsx";
/** Tests of code that listens to events of the whole page. Each file gets its own page. */
const runtime = { ...islandTests, include: [runtimeTests] };
/**
 * The shop's islands. The files of a worker share one page and one copy of the framework, because
 * making them for each file took most of the tests' time.
 */
const islands = {
  ...islandTests,
  include: ["tests/**/*.test.tsx"],
  exclude: [runtimeTests, embeddingTests],
  isolate: false,
  restoreMocks: true,
  unstubGlobals: true,
  setupFiles: [patient, "tests/support/clean-page.ts"],
};

/** The islands' tests on a page whose texts a translator replaces. */
const translated = { ...islands, setupFiles: [...islands.setupFiles, "tests/support/translated-page.ts"] };

// On these pages, the islands keep the shop that the page names, and its token, for as long as the
// page lives. So each file gets its own page.
const inOthersPages = { ...islands, include: [embeddingTests], exclude: [], isolate: true };

const templates = "tests/support/global-templates.ts";
const postgres = "tests/support/global-postgres.ts";

/**
 * Most files share the process of their worker. For each file, reading the server's modules again
 * would take as long as many files' tests.
 */
const serverProject = ({ kind, engines, files }: Suite) => ({
  ...asNode,
  test: {
    name: `${kind}-${engines.join("-")}`,
    include: files,
    environment: "node" as const,
    pool: "forks" as const,
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    expect: patience,
    setupFiles: [patient, "tests/support/seeded.ts"],
    // Temporary files of the tests are in the run's folder, and are removed with it.
    env: { TMPDIR: temporaryFolder(), TEST_ENGINES: engines.join(",") },
    ...(kind !== "isolated" && { isolate: false, restoreMocks: true }),
    ...(kind !== "rules" && { globalSetup: [templates, postgres] }),
  },
});

/** Islands as shoppers get them: `npm test` runs each once, on Preact. */
const shippedIslands = [
  { ...inPreact, test: { name: "runtime-preact", ...runtime } },
  { ...inPreact, test: { name: "islands-preact", ...islands } },
];

const otherIslands = [
  { ...fromSources, test: { name: "runtime-react", ...runtime } },
  { ...fromSources, test: { name: "islands-react", ...islands } },
  { ...inPreact, test: { name: "islands-translated", ...translated } },
  { ...fromSources, plugins: [embedded], test: { name: "embedding-react", ...inOthersPages } },
  { ...inPreact, plugins: [embedded, ...onPreact.plugins], test: { name: "embedding-preact", ...inOthersPages } },
];

export default defineConfig({
  test: {
    // Tests spend most of their time waiting for a database, a gateway or a timer. So there are two
    // more workers than a small machine has cores.
    maxWorkers: 4,
    projects: [
      ...serverSuites(part).map(serverProject),
      ...(part === "rest" ? [] : shippedIslands),
      ...(isShort(part) ? [] : otherIslands),
    ],
  },
});
