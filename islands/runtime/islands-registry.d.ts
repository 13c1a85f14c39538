declare module "islands:registry" {
  /**
   * Lines that end with `;`. The first line contains the build's id, then the hash of each script,
   * eight digits each. `data-ssr` contains this id if the server rendered with this build's
   * components. Each further line describes a script: the line numbers of the scripts that it needs
   * (base 36, from 0), its name, and those of its islands that have other names. The core comes
   * first, then the parts that few islands need; scripts that are loaded by `import()` come last.
   */
  const registry: string;
  export default registry;
}

/** The script that contains only the registry, without `.js`; the build inserts its name. */
declare const REGISTRY_FILE: string;
