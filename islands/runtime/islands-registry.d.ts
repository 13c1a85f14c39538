declare module "islands:registry" {
  /**
   * Lines that end with `;`. The first has the build's id, which `data-ssr` contains if the server
   * rendered with these components, then the hash of each script, eight digits each. Each further
   * line is a script, the core first and then the parts that few islands need: the lines of the
   * scripts that it needs (base 36, from 0), its name, and the islands in it with other names.
   */
  const registry: string;
  export default registry;
}

/** The script that contains only the registry, without `.js`; the build inserts its name. */
declare const REGISTRY_FILE: string;
