import type { Chunk } from "../../build/chunks.ts";
import type { IslandSource } from "../../build/find-islands.ts";
import { contentHash, type LinkableScript } from "../../build/link.ts";
import { core, partFiles } from "../../build/shared-modules.ts";
import type { CompiledSchema } from "../../schema-keywords.ts";
import type { NamedModule } from "./names.ts";
import type { Packages } from "./packages.ts";

const script = (name: string, lines: readonly string[]): LinkableScript => {
  const contents = `${lines.join("\n")}\n`;
  return { file: `${name}-${contentHash(contents)}`, contents, needs: [] };
};

const quoted = (text: string) => JSON.stringify(text);

/**
 * Writes the scripts that the loader knows, as functions that it calls (build/linkable.ts). The
 * scripts import files of the site, of packages and of the runtime as modules.
 */
export function writeScripts(
  islands: readonly IslandSource[],
  namedModules: ReadonlyMap<string, NamedModule>,
  packages: Packages,
  compiled: Readonly<Record<string, CompiledSchema>>,
): { scripts: LinkableScript[]; chunks: Record<string, Chunk> } {
  const runtimeFile = (name: string) => quoted(`./packages/${packages.pathOf(`runtime:${name}`)}`);
  const moduleFile = (path: string) => quoted(`./modules/${namedModules.get(path)?.file}.js`);
  const schemas = Object.fromEntries(islands.map(({ name }) => [name, compiled[name]]));
  const shared = [
    script(core, [
      `import { checkAndMount as mount } from ${runtimeFile("check")};`,
      `import { settle } from ${runtimeFile("settle")};`,
      "export default () => ({ mount, settle, islands: {} });",
    ]),
    ...Object.entries(partFiles).flatMap(([name, file]) =>
      file ? [script(name, [`import * as part from ${runtimeFile(file)};`, "export default () => part;"])] : [],
    ),
    script("props", [
      `import { completeProps as complete } from ${runtimeFile("checked-props")};`,
      `import * as keywords from ${runtimeFile("schema-keywords")};`,
      `import { recordPlaces } from ${runtimeFile("counterpart")};`,
      `const schemas = ${JSON.stringify(schemas)};`,
      "const completeProps = (props, { dataset }) => complete(dataset, props, schemas[dataset.island], keywords);",
      "export default () => ({ completeProps, recordPlaces });",
    ]),
  ];
  const ofIslands = islands.map(({ name, component, props }) =>
    script(name, [
      `import component from ${moduleFile(component)};`,
      `import { schema } from ${moduleFile(props)};`,
      `export default () => ({ islands: { ${quoted(name)}: { default: component, schema } } });`,
    ]),
  );
  const chunkOf = ({ component, props }: IslandSource, { file }: LinkableScript): Chunk => {
    const needed = [namedModules.get(component), namedModules.get(props)].filter((one) => one !== undefined);
    const modules = needed.flatMap((one) => one.modules.map((path) => `modules/${namedModules.get(path)?.file}`));
    const names = [...needed.flatMap((one) => one.packages), "runtime:check", "runtime:settle"];
    const files = names.flatMap(packages.needsOf).map((path) => `packages/${path.replace(/\.js$/, "")}`);
    return { file, imports: [...new Set([shared[0]?.file ?? "", ...modules, ...files])] };
  };
  const chunks = islands.map((island, at) => [island.name, chunkOf(island, ofIslands[at] as LinkableScript)] as const);
  return { scripts: [...shared, ...ofIslands], chunks: Object.fromEntries(chunks) };
}
