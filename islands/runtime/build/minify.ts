import { minify } from "terser";

/**
 * Makes a module of esbuild's a little smaller still, 4% after brotli: esbuild does not inline
 * across statements.
 */
export async function minifyModule(contents: string): Promise<string> {
  const { code = "" } = await minify(contents, { module: true, ecma: 2020, compress: { passes: 2 } });
  return code;
}
