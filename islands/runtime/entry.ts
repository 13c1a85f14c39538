// The loader of a site that has none of its own.
import { startIslands } from "./loader.ts";
import { loadIsland } from "./registry.ts";

startIslands({ load: loadIsland });
