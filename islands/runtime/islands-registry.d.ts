declare module "islands:registry" {
  /** The id in `data-ssr` when the server rendered with these components. */
  export const build: string;
  /** Scripts beside the loader, without `.js`. */
  export const files: readonly string[];
  /** By an island's name, indexes of the files that it needs: first its own. */
  export const islands: Readonly<Record<string, readonly number[]>>;
}
