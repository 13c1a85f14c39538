declare module "islands:registry" {
  /** The id that `data-ssr` carries when the server drew with these very components. */
  export const build: string;
  export const core: string;
  /** A text of names, ` one two =ab`, and after those that need the same the letters of these chunks: first its own (`_`), or the shared one in which it lives. */
  export const chunks: string;
  export const shared: Record<string, string>;
}
