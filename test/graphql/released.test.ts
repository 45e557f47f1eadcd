import { readFileSync } from 'node:fs';
import { buildSchema as parseSchema, findBreakingChanges, printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/graphql/schema.ts';

const released = parseSchema(readFileSync(new URL('../../schema/released/schema.graphql', import.meta.url), 'utf8'));
const breaking = (after: ReturnType<typeof parseSchema>) =>
  findBreakingChanges(released, after).map(({ type, description }) => `${type}: ${description}`);

describe('the released schema', () => {
  it('is not broken by today’s: deprecate a field before it goes, or bring a major release with `npm run schema:release`', () => {
    expect(breaking(buildSchema())).toEqual([]);
  });

  it.each([
    ['a field that is gone', 'deletedId: ID', 'removedId: ID', 'FIELD_REMOVED'],
    ['an enum value that is gone', '  GENEROUS', '  LAX', 'VALUE_REMOVED_FROM_ENUM: GENEROUS'],
    ['an argument that must be given', 'documents(\n', 'documents(\n    folder: String!\n', 'REQUIRED_ARG_ADDED'],
    [
      'an input field that must be given',
      'input SaveAliasInput {',
      'input SaveAliasInput {\n  team: ID!',
      'REQUIRED_INPUT_FIELD_ADDED',
    ],
  ])('is broken by %s', (_name, from, to, change) => {
    const changed = printSchema(released)
      .replaceAll(/^ *""".*"""\n/gm, '')
      .replace(from, to);
    expect(breaking(parseSchema(changed)).join('\n')).toContain(change);
  });
});
