import { describe, expect, it } from 'vitest';
import { askedCell, saidOfRows } from '../../../src/grounding/sentences/askedCell.ts';
import { rowsIn } from '../../../src/grounding/sentences/tableRow.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

const rowOf = (text: string) =>
  rowsIn(
    { versionId: 'v1', text, sourceSpan: { start: 0, end: text.length } },
    { start: 0, end: text.length },
    [],
  )[0] ?? [];
const columnOf = (question: string, text: string) => {
  const cells = rowOf(text);
  const at = askedCell(readQuestion(question), cells, null);
  return at === null ? null : cells[at]?.column;
};

const hours = 'Day: Saturday; Opens: 10:00; Last entry: 14:15; Closes: 15:00';
const hut = 'Hut: Cedar 42; Beds: 18; Weekday: 31 EUR; Sat-Sun: 44 EUR; Phone: 0311 44';
const fares =
  'Zone: Inner; Adults Single: 2.40 EUR; Adults Day pass: 6 EUR; Children Single: 1.20 EUR; Children Day pass: 3 EUR';

describe('askedCell, by words alone', () => {
  it.each([
    ['When do you close on Saturday?', hours, 'Closes'],
    ['until when are you open on saturday', hours, 'Closes'],
    ['When do you open on Saturday?', hours, 'Opens'],
    ['when is the last entry on saturday', hours, 'Last entry'],
    ['What does hut Cedar 42 cost at the weekend?', hut, 'Sat-Sun'],
    ['What number do I call to reach Cedar 42?', hut, 'Phone'],
    ['how many beds does Cedar 42 have', hut, 'Beds'],
    ['day pass for a child in the inner zone', fares, 'Children Day pass'],
    ['What does an adult pay for a single in the inner zone?', fares, 'Adults Single'],
    [
      'What is the second instalment of the Kestrels?',
      'Crew: Kestrels; Instalment 1: 410; Instalment 2: 265',
      'Instalment 2',
    ],
    [
      'What should I do at a red lamp?',
      'Signal: Red lamp; Cause: It has torn.; What to do: Tie the ends.',
      'What to do',
    ],
    ['Yearly fee with silver', 'Yearly fee; Bronze: 40 EUR; Silver: 75 EUR; Gold: 130 EUR', 'Silver'],
    ['Was kostet ein Erwachsener am Montag?', 'Tag: Montag; Erwachsene: 9 EUR; Kind: 4 EUR', 'Erwachsene'],
  ])('%s', (question, row, column) => {
    expect(columnOf(question, row)).toBe(column);
  });

  it.each([
    ['the column is none of the table', 'What is the altitude of hut Cedar 42?', hut],
    ['nothing is named but the row', 'Tell me about Cedar 42', hut],
  ])('tells none where %s', (_, question, row) => {
    expect(columnOf(question, row)).toBeNull();
  });

  it('takes what is nearer in meaning where no word tells', () => {
    const cells = rowOf('Hut: Cedar 42; Beds: 18; Warden: Milo Tarn');
    expect(askedCell(readQuestion('Who looks after Cedar 42?'), cells, [0.3, 0.3, 1.5])).toBe(2);
  });

  it('is not told by what all cells are said of', () => {
    const cells = rowOf('Network name: Otter; Speed limit: 25 Mbit/s');
    expect(askedCell(readQuestion('Is the guest network fast?'), cells, null, ['guest', 'network'])).toBeNull();
  });
});

describe('saidOfRows', () => {
  const best = (question: string, rows: readonly string[]) => {
    const said = saidOfRows(readQuestion(question), rows.map(rowOf));
    return rows[said.indexOf(Math.max(...said))];
  };

  it.each([
    [
      'the row that two cells name together',
      'How much is Portuguese for advanced?',
      ['Class: Portuguese; Level: beginners; Price: 120 EUR', 'Class: Portuguese; Level: advanced; Price: 150 EUR'],
      1,
    ],
    [
      'the row that names both in their order',
      'How much is a ticket from Arden to Bexley?',
      [
        'From: Bexley; To: Arden; Fare: 36 EUR',
        'From: Arden; To: Bexley; Fare: 34 EUR',
        'From: Arden; To: Corran; Fare: 41 EUR',
      ],
      1,
    ],
    [
      'no row for a word that names a column',
      'In which room is pottery for advanced?',
      ['Class: Pottery; Level: beginners; Room: Kiln room', 'Class: Pottery; Level: advanced; Room: Studio 2'],
      1,
    ],
  ] as const)('prefers %s', (_, question, rows, at) => {
    expect(best(question, rows)).toBe(rows[at]);
  });
});
