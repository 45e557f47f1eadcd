import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { legibleReader } from '../../src/models/legible.ts';
import type { Reader } from '../../src/models/reader.ts';
import { openTestReader } from '../support/testReader.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';
import { placeOf } from '../../src/agent/speech/refusalSaying.ts';

const file = (key: string, text: string): DocumentInput => ({ key, bytes: Buffer.from(text) });

const files = [
  file(
    'swimming.md',
    '# Swimming\n\n- Adults\n  - Season ticket 120 euros\n  - Single ticket 8 euros\n- Children\n  - Single ticket 4 euros\n',
  ),
  file(
    'tools.txt',
    'Tool hire\n\n- Drills\n  - Deposit: 40 crowns\n  - Longest loan: 3 days\n- Ladders\n  - Deposit: 15 crowns\n',
  ),
  file(
    'lockers.html',
    '<html><head><title>Lockers</title></head><body><h1>Lockers</h1><ul><li>Students<ul><li>Yearly rent 30 francs</li></ul></li><li>Visitors<ul><li>Daily rent 2 francs</li></ul></li></ul></body></html>',
  ),
  file(
    'fairs.md',
    '# Fairs\n\nThe spring fair runs from 1 to 14 May 2027. The book market opens on 3 June 2027 at 09:00.\n\nThe autumn fair drew 1,200 visitors. A stand costs €5 per hour.\n',
  ),
  file('ledger.csv', 'Item,Paid on,Amount\nBoat repair,2027-03-04,"1,450.00"\nRope,2027-03-09,80.50\n'),
  file('harvest.txt', 'Harvest festival: 2027-09-18. Entry is free.\n'),
  file('rooms.txt', 'Ｒｏｏｍ　１２ holds the piano. The ﬁle ofﬁce is on the ﬁrst ﬂoor.\n'),
  file(
    'travel.md',
    '# Travel\n\nThe hotel limit in Oslo is £180 a night. For meals in Oslo you may spend £45 a day.\n\nFlights above £500 need approval by the finance lead.\n',
  ),
  file(
    'gardener.eml',
    'From: Mina <mina@ex.example>\nTo: Jon <jon@ex.example>\nSubject: Gardener\nDate: Tue, 12 May 2026 08:15:00 +0200\nContent-Type: text/plain; charset=utf-8\n\nHi Jon,\n\nthe gardener is Greenfield now and comes for 35 euros an hour.\n\nMina\n\nOn Mon, 11 May 2026 at 10:02, Jon <jon@ex.example> wrote:\n> Who is the gardener? Last year it was Oldroyd at 30 euros an hour.\n',
  ),
];

let reader: Reader;
let agent: OpenAgent;
beforeAll(async () => {
  [reader, agent] = await Promise.all([openTestReader(), openAgent()]);
  await agent.take(files);
});
afterAll(async () => {
  await agent.close();
});

const ask = (question: string): Promise<Outcome> => agent.ask(question, {}, { reader: legibleReader(reader) });
const quoted = ({ citations }: Outcome) => citations[0]?.quote ?? null;

describe('what stands where', () => {
  test.each([
    ['What does a season ticket cost for adults?', 'Adults › Season ticket 120 euros'],
    ['What does a single ticket cost for children?', 'Children › Single ticket 4 euros'],
    ['What is the deposit for ladders?', 'Ladders › Deposit: 15 crowns'],
    ['What is the yearly rent for students?', 'Students › Yearly rent 30 francs'],
    ['What runs on 9 May 2027?', 'The spring fair runs from 1 to 14 May 2027.'],
    ['What was paid on 4 March 2027?', 'Item: Boat repair; Paid on: 2027-03-04; Amount: 1,450.00'],
    ['Which fair drew 1200 visitors?', 'The autumn fair drew 1,200 visitors.'],
    ['When is the harvest festival?', 'Harvest festival: 2027-09-18.'],
    ['What costs EUR 5.00 per hour?', 'A stand costs €5 per hour.'],
    ['Which room holds the piano?', 'Ｒｏｏｍ　１２ holds the piano.'],
    ['Who approves a flight that costs £700?', 'Flights above £500 need approval by the finance lead.'],
    ['Who was the gardener last year?', 'Last year it was Oldroyd at 30 euros an hour.'],
  ])('%s', async (question, quote) => {
    expect(quoted(await ask(question))).toBe(quote);
  });

  test.each([
    'What does a season ticket cost for children?',
    'How long is the loan of ladders?',
    'What is the yearly rent for visitors?',
    'Which fair drew 1300 visitors?',
    'What is on 12 May 2029?',
  ])('refused: %s', async (question) => {
    expect(quoted(await ask(question))).toBeNull();
  });

  test('what is said now comes before what a quoted mail says', async () => {
    expect(quoted(await ask('Who is the gardener?')) ?? '').not.toContain('Oldroyd');
  });

  test('a follow-up is answered, and only it', async () => {
    const outcome = await agent.ask(
      'and for meals?',
      {
        history: [
          { role: 'USER', text: 'What is the hotel limit in Oslo?' },
          { role: 'ASSISTANT', text: 'The hotel limit in Oslo is £180 a night.' },
        ],
      },
      { reader: legibleReader(reader) },
    );
    expect(outcome.citations.map(({ quote }) => quote)).toEqual(['For meals in Oslo you may spend £45 a day.']);
    expect(outcome).toMatchObject({ shortAnswer: { text: '£45 a day' } });
  });

  test('an untitled passage is named by its file and first words', async () => {
    const outcome = await ask('Who tunes the piano in the file office?');
    const [nearest] = outcome.type === 'Abstention' ? outcome.nearest : [];
    expect(nearest && placeOf(nearest)).toContain('rooms.txt');
  });
});
