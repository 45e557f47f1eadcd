import type { App } from '../../../src/app/app.ts';
import { newId } from '../../../src/db/statement.ts';
import type { Caller } from '../../../src/workspaces/caller.ts';

/** As an installation with keys has it. */
export const audited = { audit: { isOn: true, texts: true } } as const;

export const question = 'How many days may a label be voided?';

/** A workspace with something in most of its tables, and in its audit, where that is on (`audited`). */
export async function fillWorkspace(app: App): Promise<Caller> {
  const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(caller.workspaceId, 'Größe “quoted” \\ 日本語');
  const { results } = await app.ingest(caller, [
    {
      key: 'labels.md',
      title: 'Labels',
      text: 'A label may be voided within 21 days of purchase.\n\nIt costs 0.1 crowns.',
    },
    { key: 'größe.md', title: 'Größe', text: 'Der Dienst „Größe“ läuft in Köln.\u0001 日本語のテキスト 😀.' },
  ]);
  await app.ingest(caller, [
    {
      key: 'labels.md',
      title: 'Labels',
      text: 'A label may be voided within 30 days of purchase.',
      metadata: { shops: ['Köln', 7], since: '2025-01-31' },
    },
  ]);
  await app.knowledge.saveAlias(caller, { term: 'PTO', synonyms: ['annual leave'] });
  await app.knowledge.saveCurated(caller, {
    question: 'Who voids labels?',
    alternatives: [],
    answer: 'The front desk.',
    sourceDocumentIds: [results[0]?.documentId ?? ''],
  });
  await app.keys.create(caller.workspaceId, 'scraper', 'READER');
  await answerTo(app, caller);
  // Twice: a chain has a link.
  for (const text of ['Who voids labels?', null])
    await app.audit.record(caller, {
      action: 'ASK',
      outcome: 'DONE',
      code: null,
      targets: [results[0]?.key ?? ''],
      text,
    });
  return caller;
}

export async function answerTo(app: App, caller: Caller): Promise<string> {
  let text = '';
  for await (const event of app.ask(caller, { question }))
    if (event.type === 'Finished' && event.outcome.type === 'Answer') text = event.outcome.text;
  return text;
}
