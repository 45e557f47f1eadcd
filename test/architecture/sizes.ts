import ts from 'typescript';
import { at, descendants, isGenerated, type ParsedFile, type Rule } from './source.ts';

const fileCap = 400;
const fileMedian = 180;
const functionCap = 60;
const functionMedian = 12;

const reflowed = 'grew over the cap when the code was formatted at 120 columns; split it with the next change to it';

/** Files and functions that may be longer, each with the reason. A function is named `path#name`. */
export const exemptions: Readonly<Record<string, string>> = {
  'test/agent/explainMiss.db.test.ts': reflowed,
  'test/agent/matrix.db.test.ts': reflowed,
  'test/agent/outcomes.db.test.ts': reflowed,
  'test/agent/writing.db.test.ts': reflowed,
  'test/cli/commands.test.ts': reflowed,
  'test/evaluation/calibrate.db.slow.test.ts': reflowed,
  'test/grounding/conflicts/findConflicts.test.ts': reflowed,
  'test/http/uploads.test.ts': reflowed,
  'test/knowledge/documents.db.test.ts': reflowed,
  'test/knowledge/formats/pdfLayout.test.ts': reflowed,
  'test/knowledge/hypotheticals.db.slow.test.ts': reflowed,
  'test/knowledge/ingest.db.test.ts': reflowed,
  'test/retrieval/retrieve.db.test.ts': reflowed,
  'bench/answerabilityCases.ts#readCases': reflowed,
  'bench/chat.ts#report': reflowed,
  'bench/retrievalKnowledge.ts#makeKnowledge': reflowed,
  'src/agent/conversation/reference.ts#demonstrative': reflowed,
  'src/agent/nodes/reflect.ts#weigh': reflowed,
  'src/http/guards/admission.ts#createAdmission': reflowed,
  'src/http/metrics.ts#addHealth': 'a list of figures, each with its sentence',
  'src/knowledge/formats/pdf/pdfDrawing.ts#createWalk': reflowed,
  'src/models/providers/builtin/builtinModels.ts#createModelThread': reflowed,
  'src/models/providers/openaiChat.ts#openOpenaiChat': reflowed,
  'test/contracts/modelFaults.ts#promisesOfFaults': reflowed,
  'test/contracts/reranker.ts#promisesOfScores': reflowed,
  'test/http/checking.test.ts#(callback)': reflowed,
  'test/knowledge/formats/markdown.test.ts#(callback)': reflowed,
  'test/knowledge/formats/pdf.test.ts#(callback)': reflowed,
  'test/retrieval/vectorArm.db.slow.test.ts#(callback)': reflowed,
  'test/support/cliApp.ts#createShelfApp': reflowed,
};

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n').length;
const written = (files: readonly ParsedFile[], folder: string) =>
  files.filter((file) => file.path.startsWith(folder) && !isGenerated(file));

export const filesAreShort: Rule = {
  name: `a file has at most ${fileCap} lines, the middle one of src at most ${fileMedian}`,
  check: (files) => [
    ...written(files, '')
      .filter((file) => linesOf(file.text) > fileCap && !(file.path in exemptions))
      .map((file) => `${file.path} has ${linesOf(file.text)} lines; ${fileCap} is the cap`),
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
    [{ path: 'test/app.test.ts', text: '\n'.repeat(fileCap + 1) }],
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
    .map((node) => ({
      node,
      name: nameOf(node) ?? '(callback)',
      lines: linesOf(node.getText(tree)),
    }));
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
        .filter(({ name, lines }) => lines > functionCap && !(`${file.path}#${name}` in exemptions))
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
  ],
};

/** Each exemption still names something that is there and needs it. */
export function staleExemptions(files: readonly ParsedFile[], listed = exemptions): string[] {
  const needed = new Set(
    written(files, '').flatMap((file) => [
      ...(linesOf(file.text) > fileCap ? [file.path] : []),
      ...functionsOf(file)
        .filter(({ lines }) => lines > functionCap)
        .map(({ name }) => `${file.path}#${name}`),
    ]),
  );
  return Object.keys(listed).filter((key) => !needed.has(key));
}

function longFunction(lines: number): string {
  return `function long() {${'\n'.repeat(lines - 1)}}`;
}

function aboveMedian(sizes: readonly number[], limit: number, what: string): string[] {
  const middle = [...sizes].sort((a, b) => a - b)[Math.floor((sizes.length - 1) / 2)] ?? 0;
  return middle > limit ? [`the median of ${what} is ${middle} lines; ${limit} is the limit`] : [];
}
