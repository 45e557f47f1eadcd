import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { identifier, type Named, sql, statement, validAt, visible } from '../../src/db/statement.ts';

type Values = { ids: readonly string[]; accessGroups: readonly string[] | null; now: Date };
const now = new Date(0);

describe('a statement that is composed', () => {
  const composed = statement(
    'test.find',
    z.object({}),
    ({ ids, accessGroups, workspaceId, now: instant }: Named<Values>) => sql`
      select 1 from document d where d.document_id = any (${ids}) and d.workspace_id = ${workspaceId}
        and ${visible('d', accessGroups)} and ${validAt('v', instant)} and d.document_id <> all (${ids})`,
  );

  it('gives the workspace $1 wherever it stands, and one place to each name', () => {
    expect(composed.text.replaceAll(/\s+/g, ' ')).toBe(
      "/* test.find */ select 1 from document d where d.document_id = any ($2) and d.workspace_id = $1 and ($3::text[] is null or d.access_groups = '{}' or d.access_groups && $3) and v.effective_from <= $4 and (v.effective_until is null or v.effective_until > $4) and d.document_id <> all ($2)",
    );
  });

  it('puts the values in the order of their places, whatever the order they come in', () => {
    expect(composed.inOrder({ now, accessGroups: null, workspaceId: 'w', ids: ['a'] })).toEqual([
      'w',
      ['a'],
      null,
      now,
    ]);
  });
});

it.each(['d; drop table document', 'd d', '', 'd--', 'D'])('refuses %j as the name of a table', (name) => {
  expect(() => identifier(name)).toThrow(TypeError);
});
