import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../src/agent/state/outcome.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { newId } from '../../src/db/statement.ts';
import { openTestApp, type OpenTestApp } from '../support/database.ts';
import { xlsxOf } from '../support/officeFiles.ts';

const files = {
  'hours.md':
    '# Opening hours\n\n| Day | Opens | Closes |\n| --- | --- | --- |\n| Friday | 07:30 | 18:00 |\n| Saturday | 10:00 | 15:00 |\n',
  'huts.html':
    '<main><h1>Huts</h1><table><thead><tr><th>Hut<th>Beds<th>Weekday<th>Sat-Sun</thead><tr><td>Cedar 42<td>18<td>31 EUR<td>44 EUR<tr><td>Larch 7<td>24<td>28 EUR<td>39 EUR</table></main>',
  'crews.xlsx': xlsxOf([
    {
      name: 'Crews',
      rows: [
        ['Crew', 'Planned', 'Amount', 'Amount'],
        ['Falconers', 1200, 300, 450],
        ['Beekeepers', 800, 120, 95],
      ],
    },
  ]),
  'mails.md':
    '# Newsletters\n\nThe following number of emails is included:\n\n| Plan | Emails per month |\n| --- | --- |\n| Starter | 500 |\n| Growth | 5,000 |\n| Scale | 40,000 |\n',
  'hall.md':
    '# Tinsmith Hall\n\n| | |\n| --- | --- |\n| Evening hire | 260 EUR |\n| Cleaning | 45 EUR |\n| Caretaker | Rosa Quint |\n',
  'classes.csv': 'Class,Level,Teacher,Price\nPottery,beginners,Una Dahl,180 EUR\nPottery,advanced,Sten Ruud,210 EUR\n',
};

let opened: OpenTestApp;
const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
const signal = new AbortController().signal;

beforeAll(async () => {
  opened = await openTestApp();
  await opened.app.workspaces.ensure(caller.workspaceId, 'Tables');
  const documents = Object.entries(files).map(([key, content]) => ({ key, bytes: Buffer.from(content) }));
  await opened.app.ingest(caller, documents, { signal });
});
afterAll(() => opened.close());

async function ask(question: string): Promise<Answer> {
  for await (const event of opened.app.ask(caller, { question, dryRun: true }, { signal }))
    if (event.type === 'Finished' && event.outcome.type === 'Answer') return event.outcome;
  throw new Error(`no answer: ${question}`);
}

describe('a question for a cell', () => {
  it.each([
    ['When do you close on Saturday?', '15:00', 'Saturday', 'Closes'],
    ['until when are you open on friday', '18:00', 'Friday', 'Closes'],
    ['When do you open on Saturday?', '10:00', 'Saturday', 'Opens'],
    ['What does Hut Cedar 42 cost at the weekend?', '44 EUR', 'Cedar 42', 'Sat-Sun'],
    ['What is the second amount of the Falconers?', '450', 'Falconers', 'Amount 2'],
    ['How much do you charge for cleaning the hall?', '45 EUR', 'Cleaning', null],
    ['How many newsletter emails are included on Scale?', '40,000', 'Scale', 'Emails per month'],
    ['Who is the teacher of pottery for advanced?', 'Sten Ruud', 'Pottery', 'Teacher'],
  ])('is answered with the cell, its row and its column: %s', async (question, text, row, column) => {
    const { shortAnswer, citations } = await ask(question);
    expect(shortAnswer).toMatchObject({ text, row, column });
    const cited = citations.find(({ number }) => number === shortAnswer?.citationNumber);
    const version = (await opened.app.knowledge.versions(caller, [cited?.versionId ?? '']))[0]?.text ?? '';
    expect(version.slice(shortAnswer?.sourceSpan.start, shortAnswer?.sourceSpan.end)).toBe(text);
    expect(version.slice(cited?.sourceSpan.start, cited?.sourceSpan.end)).toBe(cited?.quote);
  });

  it('reads the cell first, and the row as a person says it', async () => {
    const { text, claims, table } = await ask('When do you close on Saturday?');
    expect(text).toBe('Saturday: Closes 15:00, Opens 10:00 [1]');
    expect(claims.map(({ text: words, answerSpan: { start, end } }) => text.slice(start, end) === words)).toEqual([
      true,
    ]);
    expect(table?.columns).toEqual(['Day', 'Opens', 'Closes']);
  });

  it('has no short answer where the column is none of the table', async () => {
    const { shortAnswer, text } = await ask('What altitude has hut Cedar 42?');
    expect(shortAnswer).toBeNull();
    expect(text).toContain('Cedar 42: Beds 18');
  });
});
