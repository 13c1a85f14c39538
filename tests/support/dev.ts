// `npm run dev`: a development build (props are checked in the browser too), then the shop; the
// watcher starts it again on changes.
import { loadBuild, shop } from "../../build.mjs";

const { buildSite } = await loadBuild();
await buildSite({ ...shop, dev: true });
await import("../../server/main.ts");
