import { registerHooks } from "node:module";

const later = new URL("later-migrations.ts", import.meta.url).href;

/** Makes the importing process one of a later release, which has more migrations. */
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const isReplaced = found.url.endsWith("/server/db/migrations.ts") && context.parentURL !== later;
    return isReplaced ? { ...found, url: later } : found;
  },
});
