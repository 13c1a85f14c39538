// `npm run dev`: a development build (props are checked in the browser too), then the shop; the
// watcher starts it again on changes.
import { shop } from "../../build.mjs";
import { buildSite } from "../../islands/runtime/build/build.ts";

await buildSite({ ...shop, dev: true });
await import("../../server/main.ts");
