import * as esbuild from "esbuild";
import type { Bundle, BundleOptions } from "../build/options.ts";

type Context = { shape: string; context: esbuild.BuildContext<BundleOptions> };

export type Incremental = {
  bundle: Bundle;
  /** Of the last time that a step was done, or each: esbuild takes most mistakes in styles for no more. */
  warnings(step?: string): esbuild.Message[];
  /** Must be called, or esbuild's process goes on. */
  close(): Promise<void>;
};

/** Bundles with a context for each step, which reads again only what has changed. */
export function openIncremental(): Incremental {
  const warned = new Map<string, esbuild.Message[]>();
  const contexts = new Map<string, Context>();

  const contextFor = async (name: string, options: BundleOptions, texts: string) => {
    // Plugins are functions, which JSON leaves out: `texts` has what differs in them.
    const shape = JSON.stringify([options, texts]);
    const known = contexts.get(name);
    if (known?.shape === shape) return known.context;
    const context = await esbuild.context<BundleOptions>({ ...options, logLevel: "silent" });
    await known?.context.dispose();
    contexts.set(name, { shape, context });
    return context;
  };

  return {
    bundle: async (name, options, texts = "") => {
      const context = await contextFor(name, options, texts);
      const result = await context.rebuild();
      warned.set(name, result.warnings);
      return result;
    },
    warnings: (step) => (step === undefined ? [...warned.values()].flat() : (warned.get(step) ?? [])),
    close: async () => {
      await Promise.all([...contexts.values()].map(({ context }) => context.dispose()));
      contexts.clear();
    },
  };
}
