import { afterAll, beforeAll, expect, test } from 'vitest';
import { finalOutcome } from '../../src/agent/ask.ts';
import { type App, openApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { newId } from '../../src/db/statement.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { silentLog } from '../../src/log.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openTestDatabase } from '../support/database.ts';
import { openTestReader } from '../support/testReader.ts';

const english = 'builtin:minilm-l6@2:384';
const multilingual = 'builtin:e5-multilingual@1:384';

const german: DocumentInput = {
  key: 'garantie',
  format: 'MARKDOWN',
  text: '# Garantie\n\nDie Garantie für alle Geräte beträgt zwei Jahre ab dem Tag des Kaufs. Bitte bewahren Sie den Beleg auf.\n\n# Versand\n\nWir liefern innerhalb von drei Werktagen in ganz Österreich. Der Versand kostet 4,90 Euro.\n',
};
const handbook: DocumentInput = {
  key: 'handbook',
  format: 'MARKDOWN',
  text: '# Holidays\n\nEvery employee has thirty days of paid holiday in a year. Ask your team lead two weeks before you want to be away.\n\n# Parking\n\nParking costs 40 euros a month, and the pass is at the reception.\n',
};

let app: App;
beforeAll(async () => {
  const { database } = await openTestDatabase();
  const config = { ...loadConfig({ CANDOR_SAMPLE: 'off' }), workspaceId: newId() };
  app = await openApp(config, { log: silentLog, opened: { database, reader: await openTestReader() } });
});
afterAll(() => app.close());

async function holding(...documents: DocumentInput[]) {
  const workspaceId = newId();
  await app.workspaces.ensure(workspaceId, 'test');
  const caller: Caller = { workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };
  const { failedCount } = await app.ingest(caller, documents);
  expect(failedCount).toBe(0);
  return { caller, embedder: async () => (await app.workspaces.find(workspaceId))?.embedder };
}

test('the first documents decide which embedder a workspace uses', async () => {
  expect(await (await holding(german)).embedder()).toBe(multilingual);
  expect(await (await holding(handbook)).embedder()).toBe(english);
  expect(await (await holding(handbook, german)).embedder()).toBe(multilingual);
});

test('a refusal does not say that no document has the words of another language', async () => {
  const { caller } = await holding(german);
  const outcome = await finalOutcome(app.ask(caller, { question: 'Wer ist der Bürgermeister von Lissabon?' }));
  expect(outcome.type).not.toBe('Answer');
  const other = await finalOutcome(app.ask(caller, { question: '¿Puedo pagar con tarjeta de regalo?' }));
  expect(other.type).not.toBe('Answer');
  expect(JSON.stringify(other)).not.toContain('Ningún documento contiene');
});

test.each([
  ['Wie lange ist die Garantie?', 'zwei Jahre'],
  ['Was kostet der Versand?', '4,90 Euro'],
  ['How long is the warranty?', 'zwei Jahre'],
  ['¿Cuánto dura la garantía?', 'zwei Jahre'],
  // Names and days are written otherwise there.
  ['How long does delivery in Austria take?', 'drei Werktagen'],
  ['Сколько длится гарантия?', 'zwei Jahre'],
])('“%s” is answered from a German document', async (question, words) => {
  const { caller } = await holding(german);
  const outcome = await finalOutcome(app.ask(caller, { question }));
  // No reader reads it, so it is never said to be sure.
  expect(outcome).toMatchObject({ type: 'Answer', tier: 'UNCERTAIN', degraded: [{ part: 'READER' }] });
  expect(JSON.stringify(outcome)).toContain(words);
});

const parking = (key: string, euros: number): DocumentInput => ({
  key,
  format: 'MARKDOWN',
  text: `# Parken\n\nEin Parkplatz kostet ${euros} Euro im Monat.\n`,
});

test.each(['Was kostet ein Parkplatz im Monat?', 'What does a parking space cost per month?', '停车位每月多少钱？'])(
  'documents that contradict each other do so for a question in any language: %s',
  async (question) => {
    const { caller } = await holding(parking('hof', 40), parking('garage', 55), german);
    const outcome = await finalOutcome(app.ask(caller, { question }));
    expect(outcome).toMatchObject({ type: 'Answer', conflicts: [{ kind: 'NUMERIC' }] });
  },
);

const more = (count: number, language: 'de' | 'en'): DocumentInput[] =>
  Array.from({ length: count }, (_, number) => ({
    key: `${language}-${number}`,
    format: 'MARKDOWN',
    text:
      language === 'de'
        ? `# Filiale ${number}\n\nDie Filiale Nummer ${number} liegt am Marktplatz und hat von neun bis achtzehn Uhr geöffnet.\n`
        : `# Branch ${number}\n\nThe branch number ${number} is at the market square and is open from nine to six.\n`,
  }));

test('vectors are made again when most documents come to be in other languages, and what was stopped goes on', async () => {
  const { caller, embedder } = await holding(handbook, ...more(3, 'en'));
  expect(await embedder()).toBe(english);
  await app.ingest(caller, [german, ...more(4, 'de')]);
  expect(await embedder()).toBe(multilingual);
  const found = await app.search(caller, { query: 'Wann hat die Filiale 3 offen?' });
  expect(found.passages[0]?.documentKey).toBe('de-3');
  expect(found.degraded.map(({ part }) => part)).toEqual(['READER']);
  // Every chunk is found by its meaning: none was left behind with vectors of before.
  expect(found.passages.every(({ trace }) => trace.vector.rawScore !== null)).toBe(true);
  const [job] = (await app.jobs.list(caller, { first: 1 })).nodes;
  expect(job).toMatchObject({ label: `embedding again with ${multilingual}`, state: 'COMPLETED' });
});

test('in a process that serves it is a job: the old vectors answer until it is complete, and a stopped one stays stopped', async () => {
  const { caller, embedder } = await holding(handbook, ...more(3, 'en'));
  await app.jobs.start(caller);
  await app.ingest(caller, more(12, 'de'));
  const [job] = (await app.jobs.list(caller, { first: 1 })).nodes;
  await app.jobs.cancel(caller, job?.id ?? '');
  const stored = await embedder();
  const found = await app.search(caller, { query: 'What does parking cost?' });
  expect(found.passages[0]?.documentKey).toBe('handbook');
  await app.ingest(caller, more(13, 'de'));
  expect((await app.jobs.list(caller, { first: 5 })).nodes).toHaveLength(1);
  expect(await embedder()).toBe(stored);
  await app.knowledge.reEmbed(caller);
  expect(await embedder()).toBe(multilingual);
});
