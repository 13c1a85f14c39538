import type { Plugin as EsbuildPlugin } from "esbuild";
import { buildSite } from "./build.ts";
import type { SiteOptions } from "./options.ts";
import { describeProblem } from "./problems.ts";
import { problemsOf } from "./problems-of.ts";

/** Builds the islands after each build of esbuild; its errors are reported as that build's. */
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

/** The used part of Vite's plugin interface, so that Vite itself is not needed here. */
type VitePlugin = {
  name: string;
  /** Vite's own output may empty the folder: the islands are written after it. */
  closeBundle(this: { warn(text: string): void }): Promise<void>;
};

/** Builds the islands after `vite build`. */
export const viteIslands = (site: SiteOptions): VitePlugin => ({
  name: "server-islands",
  async closeBundle() {
    const { problems } = await buildSite(site);
    for (const problem of problems) this.warn(describeProblem(problem));
  },
});
