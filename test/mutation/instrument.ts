import { relative } from "node:path";
import { type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import { changesOf, isRemovable } from "./operators.ts";

/** One change of the code that a test should notice. */
export interface Mutant {
  id: number;
  file: string;
  line: number;
  operator: string;
  /** What was written, in one line. */
  code: string;
  /** What stands before that, in one line. */
  before: string;
  /** It is in what runs while its module is loaded: it is on from the start, or never. */
  loads: boolean;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").slice(0, 120);

/** Nodes whose text is no value: types, imports, names. */
const isOutside = (node: Node): boolean =>
  is.isTypeNode(node) ||
  is.isImportDeclaration(node) ||
  is.isInterfaceDeclaration(node) ||
  is.isTypeAliasDeclaration(node);

/** An object's shorthand or a name left of an assignment can't be an expression of another form. */
const isPlace = (node: Node): boolean =>
  (is.isPropertyAssignment(node.parent) && node.parent.name === node) ||
  (is.isBinaryExpression(node.parent) &&
    node.parent.left === node &&
    node.parent.operatorToken.kind === ASSIGNMENT);

const isFunction = (node: Node): boolean =>
  is.isArrowFunction(node) ||
  is.isFunctionDeclaration(node) ||
  is.isFunctionExpression(node) ||
  is.isMethodDeclaration(node) ||
  is.isConstructorDeclaration(node);

/** What a constant of a module is made with, once, while it is loaded. */
const isCallbackOfList = ({ parent }: Node): boolean =>
  is.isCallExpression(parent) &&
  is.isPropertyAccessExpression(parent.expression) &&
  ["map", "flatMap", "filter", "reduce", "sort", "some", "every", "from"].includes(
    parent.expression.name.text,
  );

const ASSIGNMENT = SyntaxKind.EqualsToken;

/**
 * The text of `file` with every mutant of it inside, each behind the switch `mutated(id)`: which of them is on is decided
 * while it runs, so that no mutant needs a build of its own. Its mutants are added to `mutants`.
 */
export function instrument(file: SourceFile, root: string, mutants: Mutant[]): string {
  const source = file.text;
  const path = relative(root, file.fileName);
  const textOf = (node: Node): string => source.slice(node.getStart(file), node.end);
  const lineOf = (node: Node): number => source.slice(0, node.getStart(file)).split("\n").length;
  const add = (node: Node, operator: string, loads: boolean): number => {
    const id = mutants.length;
    const before = source.slice(0, node.getStart(file)).slice(-200).replace(/\s+/g, " ");
    mutants.push({
      id,
      file: path,
      line: lineOf(node),
      operator,
      code: oneLine(textOf(node)),
      before,
      loads,
    });
    return id;
  };

  /** `runs`: the node is within a function, which may run later. */
  function written(node: Node, runs: boolean): string {
    if (isOutside(node)) return textOf(node);
    const within = runs || (isFunction(node) && !isCallbackOfList(node));
    const start = node.getStart(file);
    let text = "";
    let at = start;
    node.forEachChild((child: Node) => {
      const childStart = child.getStart(file);
      if (childStart < at) return undefined;
      text += source.slice(at, childStart) + written(child, within);
      at = child.end;
      return undefined;
    });
    text += source.slice(at, node.end);
    // In braces, as an else that follows would become that of the question.
    if (isRemovable(node)) return `{ if (!mutated(${add(node, "drop the statement", !runs)})) { ${text} } }`;
    if (is.isSourceFile(node) || isPlace(node) || isInTemplate(node)) return text;
    return changesOf(node, textOf).reduce(
      (whole, { operator, text: other }) =>
        `(mutated(${add(node, operator, !runs)}) ? (${other}) : ${whole})`,
      text,
    );
  }
  const body = written(file, false);
  const depth = path.split("/").length - 2;
  return `import { mutated } from "${"../".repeat(depth) || "./"}mutation-switch.ts";\n${source.slice(0, file.getStart(file))}${body}`;
}

/** The head and middles of a template are no expressions. */
const isInTemplate = (node: Node): boolean => is.isTemplateSpan(node) || is.isTemplateHead(node);
