import ts from 'typescript';

/** A small fault in a source file. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly change: string;
  /** The statement at the top level that it stands in, as written and as changed. */
  readonly before: string;
  readonly after: string;
}

/** Arithmetic and relational operators with what stands in their place: the boundary moves, the comparison turns. */
const swapped: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
};

/** Every mutant of a file by the classical operators: condition negated, operator swapped, boolean turned, statement removed. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return tree.statements.flatMap((top) => {
    const before = top.getText(tree);
    const found: Mutant[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node)) return;
      for (const [part, code] of faultsOf(node)) {
        const [from, to] = [part.getStart(tree), part.getEnd()].map((at) => at - top.getStart(tree));
        const line = tree.getLineAndCharacterOfPosition(part.getStart(tree)).line + 1;
        const change = `${part.getText(tree)} → ${code || 'nothing'}`;
        found.push({ file, line, change, before, after: before.slice(0, from) + code + before.slice(to) });
      }
      node.forEachChild(visit);
    };
    visit(top);
    return found;
  });
}

/** What can be changed in a node: the part that goes, and the code that comes. */
function faultsOf(node: ts.Node): [ts.Node, string][] {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node))
    return [[node.expression, `!(${node.expression.getText()})`]];
  if (ts.isConditionalExpression(node)) return [[node.condition, `!(${node.condition.getText()})`]];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [[node, 'false']];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [[node, 'true']];
  if (ts.isExpressionStatement(node)) return [[node, ';']];
  if (!ts.isBinaryExpression(node)) return [];
  const code = swapped[node.operatorToken.getText()];
  // Text that is put together has no difference.
  if (code === undefined || (code === '-' && [node.left, node.right].some(isText))) return [];
  // `??` stands beside neither of the others without parentheses.
  return [[node, `(${node.left.getText()}) ${code} (${node.right.getText()})`]];
}

const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
