import { type Node, SyntaxKind } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import { sqlConditions } from "./sql-conditions.ts";
import { sqlWords } from "./sql-words.ts";

/** A change of one node: what it is, and the text that takes the place of the node's. */
export interface Change {
  operator: string;
  text: string;
}

const SWAPPED: Readonly<Record<string, readonly string[]>> = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">"],
  "<=": ["<", ">"],
  ">": [">=", "<"],
  ">=": [">", "<"],
  "*": ["/"],
  "/": ["*"],
  "-": ["+"],
};
const METHODS = new Map([
  ["some", "every"],
  ["every", "some"],
  ["min", "max"],
  ["max", "min"],
  ["floor", "ceil"],
  ["ceil", "floor"],
  ["round", "floor"],
]);
/** Methods that give what they are called on, changed: they are left out. */
const CHANGING = new Set([
  ..."filter slice trim toLowerCase toUpperCase normalize toSorted toReversed reverse toWellFormed".split(
    " ",
  ),
]);

const EQUALITIES = ["===", "!=="];

/** `isWhole`: it is a whole condition, which is tried as true and as false. */
const changesOfBinary = (left: string, operator: string, right: string, isWhole: boolean): Change[] => [
  ...(["&&", "||", "??"].includes(operator)
    ? [
        { operator: `drop the right of ${operator}`, text: `(${left})` },
        { operator: `drop the left of ${operator}`, text: `(${right})` },
      ]
    : []),
  ...(isWhole && EQUALITIES.includes(operator) ? [] : (SWAPPED[operator] ?? [])).map((other) => ({
    operator: `${operator} to ${other}`,
    text: `(${left} ${other} ${right})`,
  })),
];

/** Conditions that decide whether a loop ends stay: a mutant that never ends says nothing. */
const isOfLoop = ({ parent }: Node): boolean =>
  is.isWhileStatement(parent) || is.isDoStatement(parent) || is.isForStatement(parent);

const isCondition = (node: Node): boolean =>
  (is.isIfStatement(node.parent) && node.parent.expression === node) ||
  (is.isConditionalExpression(node.parent) && node.parent.condition === node);

/** Every change of `node` that this runner tries; empty for most nodes. `textOf` gives a node's text as it is written. */
export function changesOf(node: Node, textOf: (node: Node) => string): Change[] {
  const text = textOf(node);
  const conditions = isCondition(node)
    ? ["true", "false"].map((value) => ({ operator: `condition ${value}`, text: value }))
    : [];
  return [...conditions, ...changesByKind(node, text, textOf)];
}

function changesByKind(node: Node, text: string, textOf: (node: Node) => string): Change[] {
  // Of a sum only where a number stands in it: texts are put together by the same sign.
  if (is.isBinaryExpression(node) && textOf(node.operatorToken) === "+")
    return [node.left, node.right].some(is.isNumericLiteral)
      ? [{ operator: "+ to -", text: `(${textOf(node.left)} - ${textOf(node.right)})` }]
      : [];
  if (is.isBinaryExpression(node))
    return isOfLoop(node)
      ? []
      : changesOfBinary(textOf(node.left), textOf(node.operatorToken), textOf(node.right), isCondition(node));
  if (is.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
    return [{ operator: "drop !", text: `(${textOf(node.operand)})` }];
  if (node.kind === SyntaxKind.TrueKeyword && !is.isLiteralTypeNode(node.parent))
    return [{ operator: "true to false", text: "false" }];
  if (node.kind === SyntaxKind.FalseKeyword && !is.isLiteralTypeNode(node.parent))
    return [{ operator: "false to true", text: "true" }];
  if (
    is.isNumericLiteral(node) &&
    !is.isLiteralTypeNode(node.parent) &&
    !is.isElementAccessExpression(node.parent)
  )
    return [{ operator: `${text} to ${text} + 1`, text: `(${text} + 1)` }];
  if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) return sqlChanges(text);
  if (is.isTemplateExpression(node))
    return [...sqlChanges(text), ...(isSql(text) ? [] : droppedParts(node, text, textOf))];
  if (is.isRegularExpressionLiteral(node)) return droppedAnchors(text);
  if (is.isArrayLiteralExpression(node) && node.elements.length > 1 && node.elements.every(isName))
    return node.elements.map((element) => ({
      operator: `drop ${textOf(element)}`,
      text: `[${node.elements
        .filter((other) => other !== element)
        .map(textOf)
        .join(", ")}]`,
    }));
  if (is.isCallExpression(node) && is.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    const method = textOf(name);
    const other = METHODS.get(method);
    const callee = textOf(node.expression);
    if (other !== undefined)
      return [
        {
          operator: `${method} to ${other}`,
          text: callee.slice(0, -method.length) + other + text.slice(callee.length),
        },
      ];
    if (CHANGING.has(method)) return [{ operator: `drop ${method}`, text: textOf(expression) }];
  }
  return [];
}

const isName = (node: Node): boolean => is.isIdentifier(node) || is.isPropertyAccessExpression(node);

const isSql = (text: string): boolean => /\b(?:SELECT|UPDATE|DELETE|INSERT|WHERE|AND)\b/.test(text);

const sqlChanges = (text: string): Change[] => [...droppedConditions(text), ...otherWords(text)];

/** SQL with another comparison, order or sign. */
const otherWords = (text: string): Change[] =>
  sqlWords(text).map(({ start, end, other }) => ({
    operator: `SQL ${text.slice(start, end)} to ${other || "nothing"}`,
    text: `${text.slice(0, start)}${other}${text.slice(end)}`,
  }));

/** A pattern that no longer begins with the text, or ends with it. */
function droppedAnchors(text: string): Change[] {
  const last = text.lastIndexOf("/");
  const pattern = text.slice(1, last);
  const flags = text.slice(last);
  return [
    ...(pattern.startsWith("^") ? [{ operator: "drop ^", text: `/${pattern.slice(1)}${flags}` }] : []),
    ...(/[^\\]\$$/.test(pattern) ? [{ operator: "drop $", text: `/${pattern.slice(0, -1)}${flags}` }] : []),
  ];
}

const droppedConditions = (text: string): Change[] =>
  sqlConditions(text).map(({ start, end }) => ({
    operator: `SQL without ${text.slice(start, end).replace(/\s+/g, " ")}`,
    // Not taken out, so that its parameters are there; it holds for every row.
    text: `${text.slice(0, start)}(TRUE OR (${text.slice(start, end)}))${text.slice(end)}`,
  }));

/** A text without one of its parts: a cache's key without the organization. */
function droppedParts(node: Node, text: string, textOf: (node: Node) => string): Change[] {
  if (!is.isTemplateExpression(node)) return [];
  return node.templateSpans.map(({ expression }) => {
    const part = textOf(expression);
    return { operator: `drop ${part}`, text: text.replace(`\${${part}}`, "") };
  });
}

/** Whether the statement can be left out without another one missing what it declares. */
export const isRemovable = (node: Node): boolean => is.isExpressionStatement(node);
