// Builds the browser's and the server's half of the islands, the stylesheet and the other static files into dist/.
import { join } from "node:path";
import { buildSite } from "./build/site.ts";

export { buildSite };

if (import.meta.main) {
  const root = import.meta.dirname;
  const { build, islands, milliseconds } = await buildSite({
    root,
    out: join(root, "dist"),
    dev: process.argv.includes("--dev"),
  });
  console.log(`Built ${islands} islands as build ${build} in ${milliseconds} ms`);
}
