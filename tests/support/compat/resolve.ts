import { type BinaryExpression, type Identifier, type Node, type StringLiteral, SyntaxKind } from "typescript/unstable/ast";
import {
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isIdentifier,
  isJsxAttribute,
  isJsxOpeningElement,
  isJsxSelfClosingElement,
  isNewExpression,
  isPropertyAccessExpression,
  isStringLiteral,
} from "typescript/unstable/ast/is";
import type { Checker, Symbol as Declared, Type } from "typescript/unstable/sync";
import { type Feature, lookUpAny } from "./data.ts";
import { attribute, element, type Library, languageGlobal, languageMember, webGlobal } from "./lib.ts";

/** Whether the language or the web declares a symbol; undefined for other declarations. */
function declaredBy(symbol: Declared | undefined): "language" | "web" | undefined {
  const paths = symbol?.declarations.map(({ path }) => path) ?? [];
  if (paths.some((path) => /\/lib\.(dom|webworker)[.\w]*\.d\.ts$/.test(path))) return "web";
  return paths.some((path) => /\/lib\.(es|decorators)[.\w]*\.d\.ts$/.test(path)) ? "language" : undefined;
}

/** The feature of a name: a global object or function, or a member of one. */
export function featureOfName(name: Identifier, symbol: Declared | undefined, checker: Checker, library: Library) {
  const { parent } = name;
  if (isBindingElement(parent) && (parent.propertyName ?? parent.name) === name) {
    const from = checker.getTypeAtLocation(parent.parent);
    const member = from && checker.getPropertyOfType(checker.getNonNullableType(from) ?? from, name.text);
    return member && featureOfMember(member, typeNames(from, checker), library, name.text);
  }
  const by = declaredBy(symbol);
  if (!symbol || !by) return undefined;
  if (isPropertyAccessExpression(parent) && parent.name === name)
    return featureOfMember(
      symbol,
      typeNames(checker.getTypeAtLocation(parent.expression), checker),
      library,
      parent.expression.getText(),
    );
  const global = by === "web" ? webGlobal(name.text) : languageGlobal(name.text);
  const isConstructed = isNewExpression(parent) && parent.expression === name;
  return (isConstructed && lookUpAny(["api", name.text, name.text], ["javascript", "builtins", name.text, name.text])) || global;
}

/**
 * Finds the feature of an object's member. `written` is the text before the dot. It serves as the
 * object's name if TypeScript declares the members without one.
 */
function featureOfMember(member: Declared, receivers: readonly string[], library: Library, written: string) {
  const by = declaredBy(member);
  const owner = member.getParent()?.name ?? "";
  if (!by) return undefined;
  const owners = owner === "__type" || owner === "" ? [written] : [owner];
  const look = (one: string) =>
    by === "web"
      ? (library.webMember(one, member.name, receivers) ?? globalOf(one, member.name))
      : languageMember(one, member.name);
  return owners.map(look).find((feature) => feature);
}

const globalOf = (owner: string, name: string) => (/^(Window|globalThis|window|self)$/.test(owner) ? webGlobal(name) : undefined);

/**
 * Type names are read from the type's text, since not all parts of a union can be queried one by
 * one.
 */
const typeNames = (type: Type | undefined, checker: Checker): string[] =>
  type ? (checker.typeToString(type).match(/\b[A-Z]\w*/g) ?? []) : [];

/** The feature of a JSX element or attribute, or of an event that `addEventListener` names. */
export function featureOfMarkup(node: Node, checker: Checker, library: Library): Feature | undefined {
  const { parent } = node;
  if (isJsxOpeningElement(node) || isJsxSelfClosingElement(node)) return element(node.tagName.getText());
  if (isIdentifier(node) && isJsxAttribute(parent) && parent.name === node) {
    const tag = (parent.parent.parent as Node & { tagName: Node }).tagName.getText();
    if (/^[A-Z]|\./.test(tag)) return undefined;
    const value = parent.initializer && isStringLiteral(parent.initializer) ? parent.initializer.text : "";
    const name = node.text.toLowerCase();
    return name.startsWith("on") ? library.webEvent(["HTMLElement"], name.slice(2)) : attribute(tag, name, value);
  }
  if (isLookedFor(node)) return lookedFor(node.text, (parent as BinaryExpression).right, checker, library);
  if (!isStringLiteral(node) || !isCallExpression(parent) || parent.arguments[0] !== node) return undefined;
  const called = parent.expression;
  if (!/\baddEventListener$/.test(called.getText())) return undefined;
  const receivers = isPropertyAccessExpression(called)
    ? typeNames(checker.getTypeAtLocation(called.expression), checker)
    : ["Window"];
  return library.webEvent(receivers, node.text);
}

function lookedFor(name: string, within: Node, checker: Checker, library: Library): Feature | undefined {
  const owners = typeNames(checker.getTypeAtLocation(within), checker);
  return (
    owners.map((owner) => library.webMember(owner, name, owners)).find((feature) => feature) ?? globalOf(within.getText(), name)
  );
}

/** Whether the node is a text like `"navigation"` in `"navigation" in window`. */
export const isLookedFor = (node: Node): node is StringLiteral =>
  isStringLiteral(node) && isBinaryExpression(node.parent) && node.parent.operatorToken.kind === SyntaxKind.InKeyword;
