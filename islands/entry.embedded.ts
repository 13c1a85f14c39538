import { startIslands } from "server-islands/loader";
import { loadIsland } from "server-islands/registry";

// The loader of pages that other servers render; entry.ts is the loader of the shop's own pages.
if ("togglePopover" in HTMLElement.prototype)
  startIslands({
    load: async (name, el) => {
      const island = await loadIsland(name, el);
      await island[0].prepare?.();
      return island;
    },
  });
