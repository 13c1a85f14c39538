import type { Plugin } from "esbuild";

/**
 * Refuses a style that an island imports: it would never reach a page, since only the site's
 * stylesheet is served.
 */
export const refuseStyles: Plugin = {
  name: "refuse-styles",
  setup(build) {
    build.onResolve({ filter: /\.(css|scss|sass|less)$/ }, ({ path }) => ({
      errors: [
        {
          text: `an island cannot import ${path}: import it from the site's stylesheet (@import) and remove this line`,
        },
      ],
    }));
  },
};
