import { expect, it } from 'vitest';
import { readMigrations, splitStatements } from '../../src/db/migrate.ts';

it.each([
  ['two statements, with and without a semicolon at the end', 'select 1; select 2', ['select 1', 'select 2']],
  ['nothing but comments and semicolons', ' ; -- nothing\n;; /* ; */ ', []],
  ['a comment goes with what follows it', '-- why; because\nselect 1;', ['-- why; because\nselect 1']],
  ['a string', `select ';', 'it''s; so'; select 2`, [`select ';', 'it''s; so'`, 'select 2']],
  ['a string with escapes', String.raw`select e'\';', E'\\'; select 2`, [String.raw`select e'\';', E'\\'`, 'select 2']],
  ['a name in quotes', 'select 1 as "a;""b"; select 2', ['select 1 as "a;""b"', 'select 2']],
  [
    'a body between dollars, tagged and not',
    'do $$ begin; end $$; do $a$ select $$;$$; $a$; select 2',
    ['do $$ begin; end $$', 'do $a$ select $$;$$; $a$', 'select 2'],
  ],
  [
    'values and names with dollars are no bodies',
    'select $1; select a$b; select $2',
    ['select $1', 'select a$b', 'select $2'],
  ],
])('%s', (_, text, statements) => {
  expect(splitStatements(text)).toEqual(statements);
});

it('parts every migration into statements that begin as one does, and loses nothing', async () => {
  const bare = (text: string) => text.replaceAll(/[\s;]+/g, '');
  const comments = /^(?:\s*--[^\n]*\n)+/;
  for (const { text } of await readMigrations()) {
    const statements = splitStatements(text);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements)
      expect(statement.replace(comments, '').trim()).toMatch(
        /^(?:create|alter|drop|grant|revoke|do|insert|update|delete|comment|select|analyze)\b/i,
      );
    expect(bare(statements.join(';'))).toBe(bare(text));
  }
});
