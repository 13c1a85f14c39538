declare module "islands:registry" {
  /**
   * Lines that end with `;`. The first has the build's id, which is in `data-ssr` when the server
   * rendered with these components, then the hash of each script, eight digits each. Then a line for
   * each script, the core first and then the parts that few islands need: the lines of those that it needs (base 36, from 0), its name, and
   * the islands in it that are named otherwise.
   */
  const registry: string;
  export default registry;
}

/** The script that has the registry alone, without `.js`; the build writes it in. */
declare const REGISTRY_FILE: string;
