import { posix } from 'node:path';
import ts from 'typescript';
import { isGenerated, lineOf, type CodeFile, type ParsedFile, type Rule } from './source.ts';

const mostLoose = 20;
const smallFile = 25;
const enoughImporters = 3;

const notYet = 'stood so when the rule was made; settle it with the next change there';

/** Names that more than one domain exports, from before the rule: each is to become two. */
export const sharedNames: ReadonlySet<string> = new Set(
  'Calibration Candidate Connections Evidence findSources IngestOptions Interval maxTextLength nearest Outcome questionWords Reader Row scoreOf searchText Source StopReason StoredDocument unmetConditions Verdict within withoutAddresses writeOutput'.split(
    ' ',
  ),
);

/** Files that still write the access fence out. */
export const fencesWrittenOut: Readonly<Record<string, string>> = {
  'src/retrieval/question/question.sql.ts': notYet,
  'src/retrieval/retrieve.sql.ts': notYet,
};

const sources = (files: readonly ParsedFile[]) =>
  files.filter((file) => file.path.startsWith('src/') && !isGenerated(file));
const linesOf = (text: string) => text.replace(/\n$/, '').split('\n').length;
const covers = (key: string, path: string) => (key.endsWith('/') ? path.startsWith(key) : key === path);
const listed = (list: Readonly<Record<string, string>>, path: string) =>
  Object.keys(list).some((key) => covers(key, path));

function crowded(files: readonly ParsedFile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of sources(files)) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return new Map([...counts].filter(([, count]) => count > mostLoose));
}

const many = (folder: string, count: number): CodeFile[] =>
  Array.from({ length: count }, (_, index) => ({ path: `${folder}/file${index}.ts`, text: '' }));

export const foldersAreRooms: Rule = {
  name: `a folder of src holds at most ${mostLoose} loose files`,
  check: (files) =>
    [...crowded(files)].map(
      ([folder, count]) => `${folder} holds ${count} loose files; ${mostLoose} is the most: give them rooms`,
    ),
  broken: [many('src/learning', mostLoose + 1), many('src/learning/gaps', mostLoose + 1)],
  sound: [
    many('src/learning', mostLoose),
    [...many('src/learning/gaps', mostLoose), ...many('src/learning', mostLoose)],
    many('src/graphql/generated', mostLoose + 1),
  ],
};

/** Prompts and the schemas of their replies, SQL, tables of resolvers, languages, declarations and the entry stand alone however short they are. */
const mayBeSmall =
  /\/(?:prompt|main)\.ts$|\.sql\.ts$|\.d\.ts$|\/resolvers\/|\/commands\/|\/catalogue\/|^src\/console\//;

/** A port: types alone, which its implementations and its callers share. */
const isPort = ({ tree }: ParsedFile) =>
  tree.statements.every(
    (statement) =>
      ts.isImportDeclaration(statement) || ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement),
  );

function smallFiles(files: readonly ParsedFile[]): { path: string; lines: number; importers: number }[] {
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of sources(files))
    for (const { target } of imports)
      if (target !== undefined) importers.set(target, (importers.get(target) ?? new Set()).add(path));
  return sources(files)
    .filter((file) => linesOf(file.text) < smallFile && !mayBeSmall.test(file.path) && !isPort(file))
    .map(({ path, text }) => ({ path, lines: linesOf(text), importers: importers.get(path)?.size ?? 0 }))
    .filter((file) => file.importers < enoughImporters);
}

const short = 'export const answer = 42;';
const users = (count: number, name: string): CodeFile[] =>
  Array.from({ length: count }, (_, index) => ({
    path: `src/learning/user${index}.ts`,
    text: `import { answer } from './${name}.ts';${'\n'.repeat(smallFile)}`,
  }));

export const smallFilesHaveImporters: Rule = {
  name: `a file of src under ${smallFile} lines has ${enoughImporters} importers, or is a port, a prompt, SQL, resolvers or a language`,
  check: (files) =>
    smallFiles(files).map(
      ({ path, lines, importers }) =>
        `${path} has ${lines} lines and ${importers} importers: put it where it is used, or with what is about the same`,
    ),
  broken: [
    [{ path: 'src/learning/answer.ts', text: short }],
    [{ path: 'src/learning/answer.ts', text: short }, ...users(enoughImporters - 1, 'answer')],
  ],
  sound: [
    [{ path: 'src/learning/answer.ts', text: short }, ...users(enoughImporters, 'answer')],
    [{ path: 'src/learning/answer.ts', text: `${short}${'\n'.repeat(smallFile)}` }],
    [{ path: 'src/learning/answer.ts', text: 'export interface Answer { readonly text: string }' }],
    [{ path: 'src/learning/answers.sql.ts', text: short }],
    [{ path: 'src/learning/nodes/prompt.ts', text: short }],
  ],
};

/** A command and a resolver bear the name of the verb that they call; neither is imported by name across domains. */
const bearsVerb = /^src\/(?:cli\/commands|graphql\/resolvers|console)\//;

function exportsOf({ tree, path }: ParsedFile): { name: string; place: string }[] {
  const names = tree.statements.flatMap((statement) => {
    const exported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword);
    if (!exported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name] : []));
    const { name } = statement as ts.Statement & { name?: ts.Node };
    return name && ts.isIdentifier(name) ? [name] : [];
  });
  return names.map((name) => ({ name: name.text, place: `${path}:${lineOf(tree, name.getStart(tree))}` }));
}

const domainOf = (path: string) => (path.split('/')[1] ?? '').replace(/[.:].*$/, '');

function namesOfSeveral(files: readonly ParsedFile[]): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  for (const { name, place } of sources(files)
    .filter(({ path }) => !bearsVerb.test(path))
    .flatMap(exportsOf))
    places.set(name, [...(places.get(name) ?? []), place]);
  return new Map([...places].filter(([, found]) => new Set(found.map(domainOf)).size > 1));
}

export const exportsAreUnique: Rule = {
  name: 'no two domains export one name',
  check: (files) =>
    [...namesOfSeveral(files)]
      .filter(([name]) => !sharedNames.has(name))
      .map(([name, found]) => `${found.join(' and ')} both export ${name}`),
  broken: [
    [
      { path: 'src/learning/digest.ts', text: 'export interface Digest { readonly id: string }' },
      { path: 'src/agent/digest.ts', text: 'export const Digest = 1;' },
    ],
    [
      { path: 'src/learning/digest.ts', text: 'export function digest() {}' },
      { path: 'src/doctor.ts', text: 'export async function* digest() {}' },
    ],
  ],
  sound: [
    [
      { path: 'src/learning/digest.ts', text: 'const digest = 1; export const digests = [digest];' },
      { path: 'src/agent/digest.ts', text: 'export const digest = 1;' },
      { path: 'src/agent/other.ts', text: 'export const digest = 2;' },
      { path: 'src/cli/commands/digest.ts', text: 'export const digest = 3;' },
    ],
  ],
};

export const fenceIsTheFragment: Rule = {
  name: 'the access fence is written only in src/db/statement.ts; statements insert visible()',
  check: (files) =>
    sources(files)
      .filter(({ path, text }) => writesFence(text) && !listed(fencesWrittenOut, path))
      .map(({ path }) => `${path} writes the access fence out: insert visible() of src/db/statement.ts`),
  broken: [
    [{ path: 'src/learning/runs.sql.ts', text: "const a = `d.access_groups = '{}' or d.access_groups && $2`;" }],
    [{ path: 'src/learning/runs.sql.ts', text: 'const a = sql`access_groups  && ${v.accessGroups}`;' }],
  ],
  sound: [
    [{ path: 'src/learning/runs.sql.ts', text: "const a = sql`${visible('d', v.accessGroups)}`;" }],
    [{ path: 'src/learning/runs.sql.ts', text: 'const a = sql`r.access_groups <@ ${v.accessGroups}`;' }],
  ],
};

const writesFence = (text: string) => /access_groups\s*&&/.test(text);

/** Every exemption above that nothing needs any more. */
export function staleRooms(files: readonly ParsedFile[]): string[] {
  const several = namesOfSeveral(files);
  const fenced = sources(files).filter(({ text }) => writesFence(text));
  return [
    ...[...sharedNames].filter((name) => !several.has(name)),
    ...Object.keys(fencesWrittenOut).filter((key) => !fenced.some(({ path }) => covers(key, path))),
  ];
}
