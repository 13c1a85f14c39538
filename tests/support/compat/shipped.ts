import { join } from "node:path";
import * as esbuild from "esbuild";
import { findIslands } from "../../../build/find.ts";
import { common, preactFor, runtime } from "../../../build/options.ts";
import { preactRoot } from "../../../build/plugins.ts";

/** The files of which something is sent to browsers: our own and those of packages. */
export async function shippedFiles(root: string): Promise<{ own: string[]; packages: string[] }> {
  const { metafile } = await esbuild.build({
    ...common(false),
    entryPoints: [join(root, "islands/entry.ts"), runtime("mount.ts"), ...findIslands(root).map(({ component }) => component)],
    outdir: "/",
    external: ["islands:registry"],
    alias: preactFor,
    plugins: [preactRoot],
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const sent = new Set(inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path));
  const isPackage = (path: string) => path.includes("node_modules/");
  const files = [...sent].sort();
  return { own: files.filter((path) => !isPackage(path)), packages: files.filter(isPackage) };
}
