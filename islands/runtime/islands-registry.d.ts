declare module "islands:registry" {
  /** The id that `data-ssr` carries when the server rendered with these very components. */
  export const build: string;
  /** Scripts beside the loader, without `.js`. */
  export const files: readonly string[];
  /**
   * By its name, the numbers of the files that an island needs: first the one in which it lives.
   */
  export const islands: Readonly<Record<string, readonly number[]>>;
}
