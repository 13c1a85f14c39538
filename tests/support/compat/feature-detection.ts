import { type Node, SyntaxKind } from "typescript/unstable/ast";
import {
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isIfStatement,
  isPropertyAccessExpression,
  isSourceFile,
  isTypeOfExpression,
} from "typescript/unstable/ast/is";

const conditions = new Set([SyntaxKind.AmpersandAmpersandToken, SyntaxKind.BarBarToken, SyntaxKind.QuestionQuestionToken]);

/**
 * Whether the script looked for a feature before it uses it: `x.a?.()`, `x.a ?? b`,
 * `if ("a" in x) …`, `typeof A`, `if (!x.a) return`.
 */
export function isFeatureDetected(use: Node, name: string): boolean {
  const access = isPropertyAccessExpression(use.parent) && use.parent.name === use ? use.parent : use;
  if (isTypeOfExpression(access.parent)) return true;
  // An undeclared bare name throws; a missing property is undefined.
  if (access !== use && isOptional(access)) return true;
  const mention = new RegExp(`(?<![\\w.])["'\`]?${name}\\b|\\.${name}\\b(?!\\()`);
  for (let node = access; node.parent; node = node.parent) {
    const { parent } = node;
    if (isCondition(node, parent) && access !== use && !isCalled(access)) return true;
    if (isGuarded(node, parent, mention) || isAfterReturn(node, parent, mention)) return true;
    if (isSourceFile(parent)) return false;
  }
  return false;
}

const isOptional = ({ parent }: Node) =>
  (isCallExpression(parent) || isPropertyAccessExpression(parent) || isElementAccessExpression(parent)) &&
  !!parent.questionDotToken;

const isCalled = (access: Node) => isCallExpression(access.parent) && access.parent.expression === access;

/** Whether the node is only tested for existence. */
const isCondition = (node: Node, parent: Node) =>
  (isIfStatement(parent) && parent.expression === node) ||
  (isConditionalExpression(parent) && parent.condition === node) ||
  (isBinaryExpression(parent) && parent.left === node && conditions.has(parent.operatorToken.kind));

/** Whether the node runs only if a condition that names the feature held. */
function isGuarded(node: Node, parent: Node, named: RegExp): boolean {
  if (isIfStatement(parent)) return node !== parent.expression && named.test(parent.expression.getText());
  if (isConditionalExpression(parent)) return node !== parent.condition && named.test(parent.condition.getText());
  return (
    isBinaryExpression(parent) &&
    parent.right === node &&
    conditions.has(parent.operatorToken.kind) &&
    named.test(parent.left.getText())
  );
}

function isAfterReturn(node: Node, parent: Node, named: RegExp): boolean {
  if (!isBlock(parent)) return false;
  const before = parent.statements.slice(0, parent.statements.indexOf(node as never));
  return before.some(
    (one) =>
      isIfStatement(one) && /^\{?\s*(return|throw)\b/.test(one.thenStatement.getText()) && named.test(one.expression.getText()),
  );
}
