import type pg from 'pg';
import { CandorError } from '../../errors.ts';

/**
 * What search functions call, and its parameters as every caller names its own: the body can stand where the call
 * stood.
 */
const calls = ['candor_visible(p_workspace, p_as_of, p_groups)', 'candor_filtered(p_workspace, p_filter)'] as const;

/**
 * Writes the functions that search functions call into them. Citus plans a call as a table of its own: it would run on
 * a worker with the rights of whoever is logged in there, and ask the coordinator's catalogue again for the tables
 * inside. The text comes from the catalogue, so that what a later migration changes is written in anew. A plan without
 * values is no longer forced either: only the values tell which shard is meant.
 * @returns the names of the functions that were changed; none when it was done before
 * @throws DATABASE_FAILED for a call in another form, which would fail at the first search
 */
export async function inlineCalls(client: pg.ClientBase): Promise<string[]> {
  const bodies = await Promise.all(calls.map(async (call) => ({ call, body: await bodyOf(client, nameOf(call)) })));
  const { rows } = await client.query<{ name: string; text: string }>(
    `select p.proname as name, pg_get_functiondef(p.oid) as text from pg_proc p
     where p.pronamespace = current_schema()::regnamespace and starts_with(p.proname, 'candor_search_') order by p.proname`,
  );
  const changed: string[] = [];
  for (const { name, text } of rows) {
    const inlined = bodies
      .reduce((given, { call, body }) => given.replaceAll(call, `(${body})`), text)
      .replace(/^ *SET plan_cache_mode TO .*\n/m, '');
    const left = calls
      .map(nameOf)
      .find((called) => new RegExp(String.raw`^(?!\s*--).*\b${called}\(`, 'm').test(inlined));
    if (left !== undefined)
      throw new CandorError('DATABASE_FAILED', `${name} calls ${left} in a form that cannot be distributed.`, {
        details: { function: name },
      });
    if (inlined === text) continue;
    await client.query(inlined);
    changed.push(name);
  }
  return changed;
}

const nameOf = (call: string): string => call.slice(0, call.indexOf('('));

async function bodyOf(client: pg.ClientBase, name: string): Promise<string> {
  const { rows } = await client.query<{ body: string }>(
    `select p.prosrc as body from pg_proc p where p.pronamespace = current_schema()::regnamespace and p.proname = $1`,
    [name],
  );
  const [found] = rows;
  if (!found)
    throw new CandorError('DATABASE_FAILED', `The function ${name} is missing.`, { details: { function: name } });
  return found.body;
}
