import type { Plugin as EsbuildPlugin } from "esbuild";
import { buildSite } from "./build.ts";
import type { SiteOptions } from "./options.ts";
import { copyAside } from "./out-folder.ts";
import { describeProblem } from "./problems.ts";
import { problemsOf } from "./problems-of.ts";

/**
 * Builds the islands after each of esbuild's builds, and reports errors as errors of that build.
 */
export const esbuildIslands = (site: SiteOptions): EsbuildPlugin => ({
  name: "server-islands",
  setup(build) {
    build.onEnd(async () => {
      try {
        const { problems } = await buildSite(site);
        return { warnings: problems.map((problem) => ({ text: describeProblem(problem) })) };
      } catch (error) {
        return { errors: problemsOf(error).map((problem) => ({ text: describeProblem(problem) })) };
      }
    });
  },
});

/** The part of Vite's plugin interface that is used here, so that Vite itself is not needed. */
type VitePlugin = {
  name: string;
  buildStart(): void;
  closeBundle(this: { warn(text: string): void }): Promise<void>;
};

/** Builds the islands after `vite build`. */
export function viteIslands(site: SiteOptions): VitePlugin {
  let putBack = () => {};
  return {
    name: "server-islands",
    // Vite empties its own output folder after this; the islands and their earlier builds may be in
    // it.
    buildStart() {
      if (!site.dev) putBack = copyAside(site.out);
    },
    async closeBundle() {
      putBack();
      const { problems } = await buildSite(site);
      for (const problem of problems) this.warn(describeProblem(problem));
    },
  };
}
