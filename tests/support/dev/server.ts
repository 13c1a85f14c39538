// The shop in development. It reads views and the build again at each change.
import { join } from "node:path";
import type { Problem } from "server-islands/dev";
import { loadBuild, shop } from "../../../build.mjs";

const { openDevBuild } = await loadBuild();
const { openDevServer, watchFolders } = await import("server-islands/dev");
const { openLiveFrontend } = await import("./frontend.ts");
const { main } = await import("../../../server/main.ts");

const root = join(import.meta.dirname, "../../..");
const out = join(root, "dist-dev/pages");
const outForOthers = join(root, "dist-dev/embedded");
const { embedded: _, ...pages } = shop;
const build = openDevBuild({ ...pages, out });
const everything = openDevBuild({ ...shop, out: outForOthers });
const dev = await openDevServer({ css: "" });

/** Resolves after the next change. */
const nextChange = () =>
  new Promise<void>((resolve) => {
    const watcher = watchFolders([shop.islandsDir, shop.staticDir], async () => {
      watcher.close();
      resolve();
    });
  });

async function firstBuild(): Promise<void> {
  const { built, problems } = await build.build();
  dev.report("build", problems);
  if (built) return;
  await nextChange();
  await firstBuild();
}

await firstBuild();
const frontend = await openLiveFrontend({ root, out, dev });

async function styleChanged(): Promise<void> {
  const { built, problems } = await build.buildStyles();
  dev.report("styles", problems);
  if (built !== undefined) await frontend.reloadStyles();
}

async function islandsChanged(): Promise<void> {
  forgetEmbedded();
  const { built, problems } = await build.build();
  dev.report("build", problems);
  if (!built) return;
  // The complete build includes the styles.
  dev.report("styles", []);
  await frontend.reload();
  laterBuild = setTimeout(buildEmbedded, quietMs);
}

/**
 * The wait in ms after a change, before other builds start. The shop's own pages are shown by then,
 * and the builds do not slow them down.
 */
const quietMs = 1_500;
let laterBuild: NodeJS.Timeout | undefined;

/** Counts changes, to recognize a build that a change overtook. */
let change = 0;
let isEmbedding = false;

function forgetEmbedded(): void {
  change++;
  clearTimeout(laterBuild);
  dev.report("embedded", []);
}

/**
 * Builds the files for pages that others render. This waits until the shop's own pages are shown.
 */
async function buildEmbedded(): Promise<void> {
  if (isEmbedding) {
    laterBuild = setTimeout(buildEmbedded, quietMs);
    return;
  }
  isEmbedding = true;
  const begun = change;
  const { built, problems } = await everything.build();
  isEmbedding = false;
  if (begun !== change) return;
  if (built) frontend.addAssets(outForOthers);
  else dev.report("embedded", problems);
}

const views = join(root, "views");
watchFolders([shop.islandsDir, shop.staticDir, views], async (paths) => {
  const changed = [...paths];
  const islands = changed.some((path) => !path.startsWith(views) && !path.endsWith(".css"));
  if (changed.some((path) => path.startsWith(views))) await frontend.reload();
  if (islands) await islandsChanged();
  else if (changed.some((path) => path.endsWith(".css"))) await styleChanged();
});

process.on("message", ({ problems }: { problems: readonly Problem[] }) => dev.report("server", problems));
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    dev.close();
    clearTimeout(laterBuild);
    void build.close();
    void everything.close();
  });
}

process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));

await main(frontend.frontend);
await buildEmbedded();
