declare module "islands:registry" {
  /**
   * The build's id, which is in `data-ssr` when the server rendered with these components, then a
   * line for each script: its hash, the lines of those that it needs (base 36), its name, and the
   * islands in it that are named otherwise. Lines end with `;`.
   */
  const registry: string;
  export default registry;
}
