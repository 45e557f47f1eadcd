import ts from 'typescript';
import { at, descendants, isGenerated, type ParsedFile, type Rule } from './source.ts';

const fileCap = 400;
/** A test file is a list of cases, each read by itself: more of them in one file make nothing harder to follow. */
const testFileCap = 520;
const fileMedian = 180;
const functionCap = 60;
const functionMedian = 12;

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n').length;
const capOf = ({ path }: ParsedFile) => (/\.test\.tsx?$/.test(path) ? testFileCap : fileCap);
const written = (files: readonly ParsedFile[], folder: string) =>
  files.filter((file) => file.path.startsWith(folder) && !isGenerated(file));

export const filesAreShort: Rule = {
  name: `a file has at most ${fileCap} lines, one of tests ${testFileCap}, the middle one of src at most ${fileMedian}`,
  check: (files) => [
    ...written(files, '')
      .filter((file) => linesOf(file.text) > capOf(file))
      .map((file) => `${file.path} has ${linesOf(file.text)} lines; ${capOf(file)} is the cap`),
    ...aboveMedian(
      written(files, 'src/').map((file) => linesOf(file.text)),
      fileMedian,
      'the files of src',
    ),
  ],
  broken: [
    [
      { path: 'src/long.ts', text: '\n'.repeat(fileCap + 1) },
      { path: 'src/a.ts', text: '' },
      { path: 'src/b.ts', text: '' },
    ],
    [{ path: 'test/app.test.ts', text: '\n'.repeat(testFileCap + 1) }],
    [{ path: 'test/support/app.ts', text: '\n'.repeat(fileCap + 1) }],
    [{ path: 'src/long.ts', text: '\n'.repeat(fileMedian + 1) }],
  ],
  sound: [
    [
      { path: 'src/app.ts', text: '\n'.repeat(fileCap) },
      { path: 'src/a.ts', text: '' },
      { path: 'src/b.ts', text: '' },
    ],
    [{ path: 'src/graphql/generated/types.ts', text: '\n'.repeat(9_000) }],
  ],
};

interface MeasuredFunction {
  readonly name: string;
  readonly lines: number;
  readonly node: ts.Node;
}

/** Functions with a block or a name of their own; a callback such as `(row) => row.id` would only lower the median. */
function functionsOf({ tree }: ParsedFile): MeasuredFunction[] {
  return descendants(tree)
    .filter(isMeasured)
    .map((node) => ({ node, name: nameOf(node) ?? '(callback)', lines: ownLines(node, tree) }));
}

/**
 * The lines of a function without those of the functions that it makes and that are measured by themselves: what
 * `createAdmission` returns is as long as a class, and is read method by method.
 */
function ownLines(node: ts.Node, tree: ts.SourceFile): number {
  const inner = (parent: ts.Node): number => {
    let lines = 0;
    ts.forEachChild(parent, (child) => {
      lines += isMeasured(child) ? linesOf(child.getText(tree)) - 1 : inner(child);
    });
    return lines;
  };
  return linesOf(node.getText(tree)) - inner(node);
}

function isMeasured(node: ts.Node): node is ts.FunctionLikeDeclaration {
  if (!ts.isFunctionLike(node) || !('body' in node) || !node.body || isSuite(node)) return false;
  return ts.isBlock(node.body) || nameOf(node) !== undefined;
}

/** The callback of `describe` is a chapter of tests, and each test in it is measured by itself. */
function isSuite(node: ts.Node): boolean {
  return ts.isCallExpression(node.parent) && /^describe\b/.test(node.parent.expression.getText());
}

function nameOf(node: ts.FunctionLikeDeclaration): string | undefined {
  if (node.name) return node.name.getText();
  const owner = node.parent;
  return ts.isVariableDeclaration(owner) || ts.isPropertyAssignment(owner) || ts.isPropertyDeclaration(owner)
    ? owner.name.getText()
    : undefined;
}

export const functionsAreShort: Rule = {
  name: `a function has at most ${functionCap} lines, the middle one of src at most ${functionMedian}`,
  check: (files) => [
    ...written(files, '').flatMap((file) =>
      functionsOf(file)
        .filter(({ lines }) => lines > functionCap)
        .map(({ name, lines, node }) => at(file, node, `${name} has ${lines} lines; ${functionCap} is the cap`)),
    ),
    ...aboveMedian(
      written(files, 'src/')
        .flatMap(functionsOf)
        .map(({ lines }) => lines),
      functionMedian,
      'the functions of src',
    ),
  ],
  broken: [
    [{ path: 'src/long.ts', text: `${longFunction(functionCap + 1)} const a = () => 1; const b = () => 2;` }],
    [
      {
        path: 'src/long.ts',
        text: `const a = () => 1; const b = () => 2; const c = async () => {${'\n'.repeat(functionCap)}};`,
      },
    ],
    [{ path: 'test/a.test.ts', text: `describe('a', () => { it('b', () => {${'\n'.repeat(functionCap)}}); });` }],
    [{ path: 'src/long.ts', text: longFunction(functionMedian + 1) }],
  ],
  sound: [
    [{ path: 'src/app.ts', text: `${longFunction(functionCap)} const a = () => 1; const b = () => 2;` }],
    [{ path: 'test/a.test.ts', text: `describe('a', () => {${'\n'.repeat(functionCap * 2)}});` }],
    [
      {
        path: 'src/maker.ts',
        text: `const a = () => 1; const b = () => 2; function make() { return { first() {${'\n'.repeat(functionCap - 2)}}, second() {${'\n'.repeat(functionCap - 2)}} }; }`,
      },
    ],
  ],
};

function longFunction(lines: number): string {
  return `function long() {${'\n'.repeat(lines - 1)}}`;
}

function aboveMedian(sizes: readonly number[], limit: number, what: string): string[] {
  const middle = [...sizes].sort((a, b) => a - b)[Math.floor((sizes.length - 1) / 2)] ?? 0;
  return middle > limit ? [`the median of ${what} is ${middle} lines; ${limit} is the limit`] : [];
}
