// Lists the exports of modules with their types and comments, for API.md and for a test.
import { API, SymbolFlags } from "typescript/unstable/sync";

/** @typedef {{ name: string, comment: string, declaration: string }} Export */

/**
 * The exports of each file, with their comments and their declarations.
 *
 * @param {readonly string[]} files
 *
 * @returns {Export[][]}
 */
export function readExports(files) {
  const api = new API();
  try {
    const snapshot = api.updateSnapshot({ openFiles: [...files] });
    return files.map((file) => {
      const project = snapshot.getDefaultProjectForFile(file);
      const source = project?.program.getSourceFile(file);
      const module = source && project?.checker.getSymbolAtLocation(source);
      if (!project || !module) throw new Error(`${file} is no module`);
      const { checker } = project;
      return checker.getExportsOfModule(module).map((symbol) => {
        const original = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
        const node = original.declarations[0]?.resolve(project);
        // The statement of a variable is two levels above its name and type.
        const statement = original.flags & SymbolFlags.Variable ? node?.parent.parent : node;
        const declaration = statement?.getText().replace(/^export (?:declare )?/, "") ?? "";
        return { name: symbol.name, comment: checker.getDocumentationCommentOfSymbol(original), declaration };
      });
    });
  } finally {
    api.close();
  }
}

/** @param {Export} one */
const describe = ({ name, comment, declaration }) => `### ${name}\n\n${comment}\n\n\`\`\`ts\n${declaration}\n\`\`\`\n`;

/**
 * The text of API.md.
 *
 * @param {string} title
 *
 * @param {ReadonlyMap<string, string>} entries the file of each entry's declarations
 */
export function apiPage(title, entries) {
  const exports = readExports([...entries.values()]);
  const sections = [...entries.keys()].map((name, at) => [`## ${name}\n`, ...(exports[at] ?? []).map(describe)].join("\n"));
  return [`# ${title}\n`, ...sections].join("\n");
}
