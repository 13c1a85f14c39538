import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { contentHash } from "./link.ts";
import { bundleOf, commonOptions, type EmbeddedOptions, type InternalOptions, targetOf } from "./options.ts";
import { scopeStyles } from "./scope-styles.ts";

/**
 * Writes the stylesheet of pages that other servers render, at its stable address and under a
 * content-hashed name.
 */
export async function buildEmbeddedStylesheet(site: InternalOptions, embedded: EmbeddedOptions): Promise<void> {
  const target = targetOf(site);
  const { outputFiles } = await bundleOf(site)("embedded styles", {
    ...commonOptions(true),
    sourcemap: false,
    target,
    entryPoints: [embedded.stylesheet],
    outdir: "/",
  });
  const [sheet] = outputFiles;
  if (!sheet) throw new Error("esbuild wrote no stylesheet for embedded islands");
  const { code } = await esbuild.transform(scopeStyles(sheet.text, embedded.prefix), {
    loader: "css",
    target,
    minify: !site.dev,
    charset: "utf8",
  });
  for (const name of ["islands", `islands-${contentHash(code)}`])
    writeFileSync(join(site.out, "static/islands", `${name}.css`), code);
}
