import { join } from "node:path";
import type { Node, SourceFile } from "typescript/unstable/ast";
import {
  isBindingElement,
  isExpression,
  isIdentifier,
  isImportDeclaration,
  isInterfaceDeclaration,
  isJsxAttribute,
  isJsxOpeningElement,
  isJsxSelfClosingElement,
  isPropertyAccessExpression,
  isRegularExpressionLiteral,
  isStringLiteral,
  isTypeAliasDeclaration,
  isTypeNode,
} from "typescript/unstable/ast/is";
import { API, type Checker } from "typescript/unstable/sync";
import type { Feature, Use } from "./data.ts";
import { isFeatureDetected } from "./feature-detection.ts";
import { type Library, readLibrary } from "./lib.ts";
import { featuresOfPattern } from "./patterns.ts";
import { featureOfMarkup, featureOfName, isLookedFor } from "./resolve.ts";

/**
 * Finds the uses of the web and of the language in scripts, by TypeScript's declarations of both.
 */
export function usesInScripts(root: string, files: readonly string[], config = `${root}/tsconfig.json`): Use[] {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    if (!project) throw new Error(`There is no project of ${config}`);
    const { program, checker } = project;
    const dom = program.getSourceFileNames().find((path) => path.endsWith("/lib.dom.d.ts"));
    const library = readLibrary(program.getSourceFile(dom ?? "")?.text ?? "");
    return files.flatMap((path) => {
      const file = program.getSourceFile(join(root, path));
      if (!file) throw new Error(`${path} is in no project`);
      return usesInFile(file, checker, library, path);
    });
  } finally {
    api.close();
  }
}

function usesInFile(source: SourceFile, checker: Checker, library: Library, file: string): Use[] {
  const nodes = nodesOf(source);
  const names = nodes.filter(isIdentifier);
  const symbols = checker.getSymbolAtLocation(names);
  const features = new Map<Node, Feature | undefined>(
    names.map((name, at) => [name, featureOfName(name, symbols[at], checker, library)]),
  );
  for (const node of nodes) if (!features.get(node)) features.set(node, featureOfMarkup(node, checker, library));
  const lineOf = (node: Node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const patterns = nodes
    .filter(isRegularExpressionLiteral)
    .flatMap((node) => featuresOfPattern(node.text).map((feature) => ({ feature, file, line: lineOf(node), detected: false })));
  const uses = [...features].flatMap(([node, feature]) => {
    if (!feature) return [];
    const detected = isLookedFor(node) || (isIdentifier(node) && isFeatureDetected(node, node.text));
    const bare = isIdentifier(node) && isExpression(node) && !isMember(node);
    return [{ feature, file, line: lineOf(node), detected, bare, floor: before(node, features)?.first }];
  });
  return [...uses, ...patterns];
}

function nodesOf(source: SourceFile): Node[] {
  const nodes: Node[] = [];
  const kinds = [isIdentifier, isStringLiteral, isRegularExpressionLiteral, isJsxOpeningElement, isJsxSelfClosingElement];
  const collect = (node: Node): void => {
    // Types are removed before a browser reads the script.
    if (isTypeNode(node) || isTypeAliasDeclaration(node) || isInterfaceDeclaration(node) || isImportDeclaration(node)) return;
    if (kinds.some((is) => is(node))) nodes.push(node);
    node.forEachChild(collect);
  };
  collect(source);
  return nodes;
}

const isMember = (node: Node) =>
  (isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
  isBindingElement(node.parent) ||
  isJsxAttribute(node.parent);

/** In `x.a?.b`, a browser that reaches `b` has `a`. */
function before({ parent }: Node, features: ReadonlyMap<Node, Feature | undefined>): Feature | undefined {
  if (!isPropertyAccessExpression(parent) || !parent.questionDotToken) return undefined;
  const { expression } = parent;
  return features.get(isPropertyAccessExpression(expression) ? expression.name : expression);
}
