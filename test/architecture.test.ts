import { describe, expect, it } from 'vitest';
import { environmentHasOneReader, sqlHasItsFolders, vendorsHaveOneDoor } from './architecture/doors.ts';
import { everyUnitHasAPlace, importsGoLeft, noCycles } from './architecture/line.ts';
import { namesSayWhatThingsAre } from './architecture/names.ts';
import {
  generatedTypesStayInside,
  noBarrels,
  nodesKnowNoDatabase,
  nodesStandAlone,
  stateIsTakenInParts,
  questionsAreReadOnce,
  statementsKeepTheirPlace,
  resolversCallTheApp,
  sourceKnowsNoTests,
} from './architecture/never.ts';
import {
  exportsAreUnique,
  fenceIsTheFragment,
  foldersAreRooms,
  smallFilesHaveImporters,
  staleRooms,
} from './architecture/rooms.ts';
import { filesAreShort, functionsAreShort } from './architecture/sizes.ts';
import { parse, readCode, type CodeFile, type Rule } from './architecture/source.ts';
import { everyTestRuns, namedTestsExist, noAsAny, noLooseEnds } from './architecture/text.ts';

const rules: readonly Rule[] = [
  importsGoLeft,
  everyUnitHasAPlace,
  noCycles,
  vendorsHaveOneDoor,
  environmentHasOneReader,
  sqlHasItsFolders,
  nodesStandAlone,
  nodesKnowNoDatabase,
  stateIsTakenInParts,
  questionsAreReadOnce,
  statementsKeepTheirPlace,
  resolversCallTheApp,
  generatedTypesStayInside,
  sourceKnowsNoTests,
  noBarrels,
  namesSayWhatThingsAre,
  filesAreShort,
  functionsAreShort,
  foldersAreRooms,
  smallFilesHaveImporters,
  exportsAreUnique,
  fenceIsTheFragment,
  noAsAny,
  noLooseEnds,
  everyTestRuns,
  namedTestsExist,
];

const files = readCode(new URL('..', import.meta.url).pathname, ['src', 'test', 'bench']);
const violations = (rule: Rule, tree: readonly CodeFile[]) => rule.check(tree.map(parse));

describe.each(rules)('$name', (rule) => {
  it('holds in this repository', () => {
    expect(rule.check(files)).toEqual([]);
  });

  it('fails on every example that breaks it', () => {
    expect(rule.broken.length).toBeGreaterThan(0);
    expect(rule.broken.filter((tree) => violations(rule, tree).length === 0)).toEqual([]);
  });

  it('accepts every example that only looks like it', () => {
    expect(rule.sound.length).toBeGreaterThan(0);
    expect(rule.sound.flatMap((tree) => violations(rule, tree))).toEqual([]);
  });
});

it('reads the whole tree', () => {
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['src/config/config.ts', 'src/errors.ts', 'test/architecture.test.ts']),
  );
});

it('keeps no exemption of a room that is no longer needed', () => {
  expect(staleRooms(files)).toEqual([]);
  expect(staleRooms([])).toContain('src/retrieval/retrieve.sql.ts');
});
