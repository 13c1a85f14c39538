declare module "islands:registry" {
  /** The id that `data-ssr` carries when the server drew with these very components. */
  export const build: string;
  export const core: string;
  /** Per island five letters of its file's hash, then one letter for each shared chunk that it imports. */
  export const chunks: Record<string, string>;
  export const shared: Record<string, string>;
}
