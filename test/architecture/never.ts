import ts from 'typescript';
import { at, descendants, isGenerated, type Import, type ParsedFile, type Rule } from './source.ts';

type Edge = (from: string, to: string, imported: Import) => boolean;

/** A rule that no import of a file under src may match `forbidden`. */
function neverImports(forbidden: Edge): Rule['check'] {
  return (files) =>
    files
      .filter(({ path }) => path.startsWith('src/'))
      .flatMap((file) =>
        file.imports
          .filter((imported) => imported.target !== undefined && forbidden(file.path, imported.target, imported))
          .map((imported) => `${file.path}:${imported.line} may not import ${imported.target}`),
      );
}

const nodeOf = (path: string) => /^src\/agent\/nodes\/([^/]+?)(?:\.tsx?$|\/)/.exec(path)?.[1];

export const nodesStandAlone: Rule = {
  name: 'an agent node imports no other node',
  check: neverImports(
    (from, to) => nodeOf(from) !== undefined && nodeOf(to) !== undefined && nodeOf(from) !== nodeOf(to),
  ),
  broken: [[{ path: 'src/agent/nodes/plan/plan.ts', text: `import { reflect } from '../reflect/reflect.ts';` }]],
  sound: [
    [
      {
        path: 'src/agent/nodes/plan/plan.ts',
        text: `import { prompt } from './prompt.ts'; import type { AskState } from '../../state/askState.ts';`,
      },
    ],
    [{ path: 'src/agent/ask.ts', text: `import { plan } from './nodes/plan/plan.ts';` }],
  ],
};

const wholeStateIn: ReadonlySet<string> = new Set(['src/agent/ask.ts', 'src/agent/parts/graphNode.ts']);

export const stateIsTakenInParts: Rule = {
  name: "what a run knows is taken in parts: only the graph's own files take the whole state",
  check: (files) =>
    files
      .filter(({ path }) => path.startsWith('src/') && !wholeStateIn.has(path))
      .flatMap((file) =>
        descendants(file.tree)
          .filter(
            (node) =>
              (ts.isParameter(node) || ts.isAsExpression(node)) &&
              node.type !== undefined &&
              ts.isTypeReferenceNode(node.type) &&
              node.type.getText(file.tree) === 'AskState',
          )
          .map((node) => at(file, node, 'takes the whole AskState; name its channels: Pick<AskState, …>')),
      ),
  broken: [
    [{ path: 'src/agent/gate/decide.ts', text: 'export function decide(state: AskState) { return state; }' }],
    [{ path: 'src/agent/gate/decide.ts', text: 'export const decide = (state: unknown) => state as AskState;' }],
  ],
  sound: [
    [{ path: 'src/agent/ask.ts', text: 'export function afterPlan(state: AskState) { return state; }' }],
    [
      {
        path: 'src/agent/gate/decide.ts',
        text: `export function decide(state: Pick<AskState, 'judged'>) { return state; }`,
      },
    ],
  ],
};

export const nodesKnowNoDatabase: Rule = {
  name: 'an agent node imports nothing of src/db',
  check: neverImports((from, to) => nodeOf(from) !== undefined && to.startsWith('src/db/')),
  broken: [
    [{ path: 'src/agent/nodes/answer/answer.ts', text: `import type { Database } from '../../../db/database.ts';` }],
  ],
  sound: [[{ path: 'src/agent/sql/saveRun.ts', text: `import type { Database } from '../../db/database.ts';` }]],
};

export const resolversCallTheApp: Rule = {
  name: 'a resolver takes code only from src/graphql and errors; the rest comes in by ctx.app',
  check: neverImports(
    (from, to, { typeOnly }) =>
      from.startsWith('src/graphql/resolvers/') &&
      !typeOnly &&
      !to.startsWith('src/graphql/') &&
      to !== 'src/errors.ts',
  ),
  broken: [
    [
      {
        path: 'src/graphql/resolvers/Query/ask.ts',
        text: `import { retrieve } from '../../../retrieval/retrieve.ts';`,
      },
    ],
    [{ path: 'src/graphql/resolvers/Query/ask.ts', text: `import { type App, createApp } from '../../../app.ts';` }],
  ],
  sound: [
    [
      {
        path: 'src/graphql/resolvers/Query/ask.ts',
        text: `import type { App } from '../../../app.ts'; import { type Run } from '../../../agent/run.ts'; import { page } from '../../page.ts'; import { CandorError } from '../../../errors.ts';`,
      },
    ],
  ],
};

export const generatedTypesStayInside: Rule = {
  name: 'generated types are used only where they were generated',
  check: neverImports((from, to) => {
    const home = /^(src\/[^/]+\/)generated\//.exec(to)?.[1];
    return home !== undefined && !from.startsWith(home);
  }),
  broken: [
    [{ path: 'src/agent/ask.ts', text: `import type { AskInput } from '../graphql/generated/types.ts';` }],
    [{ path: 'src/http/serve.ts', text: `import type { AskInput } from '../graphql/generated/types.ts';` }],
  ],
  sound: [
    [{ path: 'src/graphql/resolvers/Query/ask.ts', text: `import type { AskInput } from '../../generated/types.ts';` }],
  ],
};

export const sourceKnowsNoTests: Rule = {
  name: 'src imports nothing of test or bench',
  check: neverImports((_from, to) => /^(?:test|bench)\//.test(to)),
  broken: [
    [{ path: 'src/app.ts', text: `import { draw } from '../bench/groundingDraw.ts';` }],
    [{ path: 'src/app.ts', text: `import { database } from '../test/support/database.ts';` }],
  ],
  sound: [[{ path: 'test/app.test.ts', text: `import { createApp } from '../src/app.ts';` }]],
};

/** True for a file that only passes on what other files export. `export {}` makes a module and passes nothing on. */
function isBarrel({ tree }: ParsedFile): boolean {
  const passesOn = (statement: ts.Statement) =>
    ts.isExportDeclaration(statement) &&
    !(
      statement.exportClause &&
      ts.isNamedExports(statement.exportClause) &&
      statement.exportClause.elements.length === 0
    );
  return (
    tree.statements.some(passesOn) &&
    tree.statements.every((statement) => ts.isExportDeclaration(statement) || ts.isImportDeclaration(statement))
  );
}

export const noBarrels: Rule = {
  name: 'no barrel file and no export *',
  check: (files) =>
    files
      .filter((file) => !isGenerated(file))
      .flatMap((file) => [
        ...(isBarrel(file) ? [`${file.path} only passes exports on: import from the file itself`] : []),
        ...descendants(file.tree)
          .filter(
            (node) => ts.isExportDeclaration(node) && (!node.exportClause || ts.isNamespaceExport(node.exportClause)),
          )
          .map((node) => at(file, node, 'export * hides what it exports')),
      ]),
  broken: [
    [{ path: 'src/db/index.ts', text: `export { pool } from './pool.ts';` }],
    [{ path: 'src/db/index.ts', text: `import { pool } from './pool.ts'; export { pool };` }],
    [{ path: 'src/db/pool.ts', text: `export * from './sql.ts'; export const pool = 1;` }],
    [{ path: 'src/db/pool.ts', text: `export * as sql from './sql.ts'; export const pool = 1;` }],
  ],
  sound: [
    [{ path: 'src/db/pool.ts', text: `export { sql } from './sql.ts'; export const pool = 1;` }],
    [{ path: 'src/console/main.tsx', text: `import './style.css';` }],
    [{ path: 'test/setup/provided.ts', text: `import './a.ts'; export {};` }],
    [{ path: 'src/console/generated/index.ts', text: `export * from './graphql.ts';` }],
  ],
};

/** Files that compare, analyse or measure the words of a candidate, and show none. */
const comparesWords: ReadonlySet<string> = new Set([
  'src/agent/evidence/alternatives.ts',
  'src/agent/evidence/earlierSaid.ts',
  'src/agent/evidence/followUp.ts',
  'src/agent/evidence/sentenceEvidence.ts',
  'src/agent/nodes/retrieve.ts',
  'src/agent/nodes/write.ts',
  'src/agent/writing/locateClaims.ts',
  'src/agent/writing/prompt.ts',
]);

const isCandidateText = (node: ts.Node): boolean =>
  (ts.isPropertyAccessExpression(node) &&
    node.name.text === 'text' &&
    /(?:^|\.)candidate$/.test(node.expression.getText())) ||
  (ts.isBindingElement(node) &&
    node.propertyName?.getText() === 'candidate' &&
    ts.isObjectBindingPattern(node.name) &&
    node.name.elements.some(({ name }) => name.getText() === 'text'));

export const statementsKeepTheirPlace: Rule = {
  name: 'a sentence of a document is shown by statementText or withLeadIn, behind the lines that govern it',
  check: (files) =>
    files
      .filter(
        ({ path }) => /^src\/(?:agent|learning|app|graphql|mcp|http|cli)\//.test(path) && !comparesWords.has(path),
      )
      .flatMap((file) =>
        descendants(file.tree)
          .filter(isCandidateText)
          .map((node) => at(file, node, 'takes the bare text of a candidate; show it by withLeadIn')),
      ),
  broken: [
    [{ path: 'src/agent/search.ts', text: 'export const best = (ranked: Ranked) => ranked.candidate.text;' }],
    [{ path: 'src/mcp/tools/ask.ts', text: 'export const said = ({ candidate: { text } }: Ranked) => text;' }],
  ],
  sound: [
    [{ path: 'src/agent/search.ts', text: 'export const best = (ranked: Ranked) => withLeadIn(ranked.candidate);' }],
    [{ path: 'src/grounding/sentences/times.ts', text: 'export const said = (one: Ranked) => one.candidate.text;' }],
  ],
};

const readsQuestions = /^src\/(?:retrieval|confidence|grounding|agent)\//;
/** Where a question is made of what came in: what it says in the light of the turns before. */
const makesQuestions = /^src\/(?:retrieval\/question|agent\/conversation)\//;

export const questionsAreReadOnce: Rule = {
  name: 'what asks about a question takes a Question, whose analyses are made once, and no text',
  check: (files) =>
    files
      .filter(({ path }) => readsQuestions.test(path) && !makesQuestions.test(path))
      .flatMap((file) =>
        descendants(file.tree)
          .filter(ts.isParameter)
          .filter(
            ({ name, type }) =>
              /^(?:question|asked|query)$/.test(name.getText()) && type?.kind === ts.SyntaxKind.StringKeyword,
          )
          .map((node) => at(file, node, 'takes a question as text; take a Question (retrieval/question/question.ts)')),
      ),
  broken: [
    [{ path: 'src/grounding/sentences/times.ts', text: 'export const isPast = (question: string) => question;' }],
    [
      {
        path: 'src/agent/evidence/read.ts',
        text: 'export function read(passages: P, query: string) { return query; }',
      },
    ],
  ],
  sound: [
    [
      {
        path: 'src/grounding/sentences/times.ts',
        text: 'export const isPast = (question: Question) => question.text;',
      },
    ],
    [
      {
        path: 'src/agent/conversation/understand.ts',
        text: 'export const understand = (question: string) => question;',
      },
    ],
    [{ path: 'src/knowledge/language/language.ts', text: 'export const language = (question: string) => question;' }],
  ],
};
