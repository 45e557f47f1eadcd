import { expect, it } from 'vitest';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import { findKnownWords } from '../../src/retrieval/question/question.sql.ts';
import { newWorkspace, openTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { inlineParser } from '../support/parser.ts';
import { nodesOf, type Plan } from '../support/queryPlan.ts';

// Of a workspace that is younger than the statistics the planner expects a row of each table, and joins them in any order.
it('known words are looked up key by key, in an order that no statistics decide', async () => {
  const { database, pool } = await openTestDatabase();
  const workspaceId = await newWorkspace(database);
  const parts = { database, embedder: createHashedEmbedder(), parser: inlineParser, log: silentLog };
  await ingest(parts, workspaceId, [{ key: 'a.txt', text: 'zebra otter', format: 'PLAIN_TEXT', language: 'en' }]);
  const client = await pool.connect();
  try {
    await client.query(`begin; set local candor.workspace_id = '${workspaceId}'; set local role candor_app`);
    await client.query(`prepare known (uuid, text[], timestamptz, text[]) as ${findKnownWords.text}`);
    const values = `'${workspaceId}', array['zebra', 'heron'], now(), null`;
    expect((await client.query(`execute known (${values})`)).rows).toEqual([{ lexeme: 'zebra' }]);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json) execute known (${values})`,
    );
    const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
    // What may be read is looked up from documents to versions to chunks, as two laterals say.
    const joins = nodes.filter((node) => /Join|Nested Loop/.test(node['Node Type']));
    expect(new Set(joins.map((node) => [node['Node Type'], 'Join Filter' in node].join()))).toEqual(
      new Set(['Nested Loop,false']),
    );
    expect(new Set(nodes.flatMap((node) => node['Relation Name'] ?? []))).toEqual(
      new Set(['posting', 'chunk', 'document_version', 'document']),
    );
  } finally {
    await client.query('rollback; deallocate known');
    client.release();
  }
});
