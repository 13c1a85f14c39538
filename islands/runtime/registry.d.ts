/** Compiled in by the build: which hashed files belong to an island, its own first. */
declare module "islands:registry" {
  export const build: string;
  export const core: string;
  export const files: Record<string, string>;
}
