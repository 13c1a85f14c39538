import { join } from "node:path";
import * as esbuild from "esbuild";
import { loadBuild } from "../../../build.mjs";

/** The files whose content is sent to browsers: the shop's own and those of packages. */
export async function shippedFiles(root: string): Promise<{ own: string[]; packages: string[] }> {
  const { commonOptions, findIslands, runtime } = await loadBuild();
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
  const shipped = new Set(inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path));
  const isPackage = (path: string) => path.includes("node_modules/");
  const files = [...shipped].sort();
  return { own: files.filter((path) => !isPackage(path)), packages: files.filter(isPackage) };
}
