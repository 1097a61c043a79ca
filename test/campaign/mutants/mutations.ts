import ts from 'typescript';
import { amountsAtOnce } from './amounts-at-once.ts';

/** One small change of a source that its tests should notice. */
export interface Mutation {
  /** Path in the repository. */
  readonly file: string;
  readonly line: number;
  /** The characters from `from` to `to` become `text`. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** What was there, and what replaces it. */
  readonly says: string;
}

const operators: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
]);

/** Every place of a source that can be changed: comparisons, conditions, numbers, booleans, and calls that can be removed. */
export function mutationsOf(file: string, source: string): readonly Mutation[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const amounts = new Set(amountsAtOnce[file]);
  const add = (node: ts.Node, text: string): void => {
    const [from, to] = [node.getStart(parsed), node.getEnd()];
    const line = parsed.getLineAndCharacterOfPosition(from).line + 1;
    const before = source.slice(from, to).replaceAll(/\s+/g, ' ').slice(0, 60);
    found.push({ file, line, from, to, text, says: `${before} → ${text === '' ? 'nothing' : text.slice(0, 60)}` });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const other = operators.get(node.operatorToken.kind);
      if (other !== undefined) add(node.operatorToken, other);
    }
    if (ts.isIfStatement(node)) add(node.expression, `!(${node.expression.getText(parsed)})`);
    if (ts.isConditionalExpression(node)) add(node.condition, `!(${node.condition.getText(parsed)})`);
    if (ts.isNumericLiteral(node) && !ts.isEnumMember(node.parent) && !isNeverNoticed(node, amounts))
      add(node, `${node.getText(parsed)} + 1`);
    if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) add(node, ';');
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

/**
 * Numbers whose change has no effect that a test could name, left out so that the others count:
 * the fallback of an element (`rows[at] ?? 0`), which `noUncheckedIndexedAccess` demands although the loops around it stay within bounds
 * (about 300 places; of 45 read, 36 cannot be reached), the width of a column in pixels, which is a matter of taste (about 150), the unit
 * of an amount (`64 * 1024`, whose first number remains a place), and `amounts` that are read, held or cached at a time.
 */
function isNeverNoticed(number: ts.NumericLiteral, amounts: ReadonlySet<string>): boolean {
  const { parent } = number;
  if (ts.isPropertyAssignment(parent) && parent.name.getText() === 'width') return true;
  if (ts.isBinaryExpression(parent)) {
    if (parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) return ts.isElementAccessExpression(parent.left);
    if (parent.operatorToken.kind === ts.SyntaxKind.AsteriskToken && parent.right === number && isProduct(parent.left)) return true;
  }
  const declared = ts.findAncestor(number, ts.isVariableDeclaration);
  return declared !== undefined && amounts.has(declared.name.getText());
}

/** Whether it is a number, or numbers that are multiplied. */
function isProduct(node: ts.Expression): boolean {
  if (ts.isNumericLiteral(node)) return true;
  return (
    ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AsteriskToken && isProduct(node.left) && isProduct(node.right)
  );
}
