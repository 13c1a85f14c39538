import { files, islands } from "islands:registry";
import type { IslandChunk, Load } from "./contract.ts";

// The path is built outside of import(), or the bundler would look for matching files.
const fetchChunk = (at: number): Promise<IslandChunk> => {
  const path = `./${files[at]}.js`;
  return import(path);
};

/**
 * Fetches an island by the registry of the build. All its files at once, so that none waits for the
 * one that imports it.
 */
export const loadIsland: Load = async (name) => {
  const [chunk] = await Promise.all((islands[name] ?? []).map(fetchChunk));
  const island = chunk?.islands[name];
  if (!island) throw new Error(name);
  return [chunk, island];
};
