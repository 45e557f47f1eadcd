import ts from 'typescript';
import { descendants, at, isGenerated, lineOf, type ParsedFile, type Rule } from './source.ts';

/** The comments of a file; what stands in strings is not theirs. */
function commentsOf({ tree, text }: ParsedFile): { text: string; line: number }[] {
  const starts = new Map<number, number>();
  const collect = (ranges: readonly ts.CommentRange[] | undefined) =>
    ranges?.forEach(({ pos, end }) => starts.set(pos, end));
  const visit = (node: ts.Node): void => {
    // Text in JSX looks like a comment to the scanner when it holds a URL.
    if (!ts.isJsxText(node) && node.getChildCount(tree) === 0) collect(ts.getLeadingCommentRanges(text, node.pos));
    if (!ts.isJsxText(node)) collect(ts.getTrailingCommentRanges(text, node.end));
    node.getChildren(tree).forEach(visit);
  };
  visit(tree);
  return [...starts].map(([pos, end]) => ({ text: text.slice(pos, end), line: lineOf(tree, pos) }));
}

const looseEnd = /@ts-(ignore|nocheck)|\b(TODO|FIXME|XXX|HACK)\b/;

/** Comments are looked for only where the text holds such a word: finding those of all files took 1.9 CPU seconds. */
function forbiddenComments(file: ParsedFile): string[] {
  if (!looseEnd.test(file.text)) return [];
  return commentsOf(file).flatMap((comment) => {
    const found = looseEnd.exec(comment.text);
    return found ? [`${file.path}:${comment.line} holds ${found[0]}`] : [];
  });
}

const written = (files: readonly ParsedFile[]) => files.filter((file) => !isGenerated(file));

export const noLooseEnds: Rule = {
  name: 'no @ts-ignore, no @ts-nocheck, no TODO or FIXME',
  check: (files) => written(files).flatMap(forbiddenComments),
  broken: [
    '// @ts-ignore',
    '// @ts-nocheck',
    'let a = 1; // TODO: later',
    '/* FIXME */',
    'function f() {\n  // TODO\n}',
    '/** TODO */\nexport const a = 1;',
  ].map((text) => [{ path: 'src/app.ts', text }]),
  sound: [
    [{ path: 'src/app.ts', text: `const text = '// TODO';` }],
    [{ path: 'src/console/page.tsx', text: `const page = <p>see https://example.org/TODO</p>;` }],
    [{ path: 'src/graphql/generated/types.ts', text: '// @ts-nocheck' }],
  ],
};

export const noAsAny: Rule = {
  name: 'no "as any"',
  check: (files) =>
    written(files).flatMap((file) =>
      descendants(file.tree)
        .filter(
          (node) =>
            (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) &&
            node.type.kind === ts.SyntaxKind.AnyKeyword,
        )
        .map((node) => at(file, node, 'casts to any')),
    ),
  broken: [
    [{ path: 'src/app.ts', text: 'const a = (1 as any).b;' }],
    [{ path: 'src/app.ts', text: 'const a = <any>b;' }],
  ],
  sound: [[{ path: 'src/app.ts', text: `const a = 'as any' as unknown;` }]],
};

/** `it.only`, `describe.skip`, `test.concurrent.todo`, `xit`: a run that is green without having tested. */
function switchesOff(node: ts.Node): boolean {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression))
    return /^(xit|xtest|xdescribe|fit|fdescribe)$/.test(node.expression.text);
  return (
    ts.isPropertyAccessExpression(node) &&
    /^(it|test|describe|suite)(\.|$)/.test(node.expression.getText()) &&
    /^(skip|only|todo)$/.test(node.name.text)
  );
}

export const everyTestRuns: Rule = {
  name: 'no test is skipped, singled out or left to be written',
  check: (files) =>
    files
      .filter(({ path }) => path.startsWith('test/'))
      .flatMap((file) =>
        descendants(file.tree)
          .filter(switchesOff)
          .map((node) => at(file, node, `uses ${node.getText().slice(0, 30)}`)),
      ),
  broken: [
    `it.skip('a', () => {});`,
    `test.only('a', () => {});`,
    `describe.todo('a');`,
    `it.concurrent.skip('a', () => {});`,
    `xit('a', () => {});`,
    `it.only.each([1])('a', () => {});`,
  ].map((text) => [{ path: 'test/a.test.ts', text }]),
  sound: [[{ path: 'test/a.test.ts', text: `it('does not skip', () => { list.skip(1); });` }]],
};

/** A test that was renamed loses its turn without a word: nobody notices but the clock. */
export const namedTestsExist: Rule = {
  name: 'a test that the setup of the suites names stands there',
  check: (files) => {
    const paths = new Set(files.map(({ path }) => path));
    return files
      .filter(({ path }) => path.startsWith('test/setup/'))
      .flatMap((file) =>
        descendants(file.tree)
          .filter((node) => ts.isStringLiteral(node) && /^test\/.*\.test\.ts$/.test(node.text) && !paths.has(node.text))
          .map((node) => at(file, node, `names ${node.getText(file.tree)}, which is not there`)),
      );
  },
  broken: [
    [{ path: 'test/setup/longestFirst.ts', text: `const longest = ['test/gone.test.ts'];` }],
    [
      { path: 'test/setup/longestFirst.ts', text: `const longest = ['test/db/a.test.ts'];` },
      { path: 'test/a.test.ts', text: '' },
    ],
  ],
  sound: [
    [
      { path: 'test/setup/longestFirst.ts', text: `const longest = ['test/a.test.ts'];` },
      { path: 'test/a.test.ts', text: '' },
    ],
    [{ path: 'test/architecture/text.ts', text: `const broken = 'test/gone.test.ts';` }],
    [{ path: 'test/setup/folder.ts', text: `const folder = 'test/files';` }],
  ],
};
