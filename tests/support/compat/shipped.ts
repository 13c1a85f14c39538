import { join } from "node:path";
import * as esbuild from "esbuild";
import { findIslands } from "../../../islands/runtime/build/find-islands.ts";
import { commonOptions, runtime } from "../../../islands/runtime/build/options.ts";

/** The files of which something is sent to browsers: our own and those of packages. */
export async function shippedFiles(root: string): Promise<{ own: string[]; packages: string[] }> {
  const { metafile } = await esbuild.build({
    ...commonOptions(false),
    absWorkingDir: root,
    entryPoints: [
      join(root, "islands/entry.ts"),
      runtime("mount.ts"),
      ...findIslands(join(root, "islands")).map(({ component }) => component),
    ],
    outdir: "/",
    external: ["islands:registry"],
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const sent = new Set(inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path));
  const isPackage = (path: string) => path.includes("node_modules/");
  const files = [...sent].sort();
  return { own: files.filter((path) => !isPackage(path)), packages: files.filter(isPackage) };
}
