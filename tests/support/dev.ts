// `npm run dev`: a development build (props are checked in the browser too), then the shop; the watcher starts it again on changes.
import { join } from "node:path";
import { buildSite } from "../../build/site.ts";

const root = join(import.meta.dirname, "../..");
await buildSite({ root, out: join(root, "dist"), dev: true });
await import("../../server/main.ts");
