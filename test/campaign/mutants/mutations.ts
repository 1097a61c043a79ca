import ts from 'typescript';

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
    if (ts.isNumericLiteral(node) && !ts.isEnumMember(node.parent)) add(node, `${node.getText(parsed)} + 1`);
    if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) add(node, ';');
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}
