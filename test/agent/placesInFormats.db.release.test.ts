/** What stands where, by the kinds of whatStandsWhere, in more formats. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { legibleReader } from '../../src/models/legible.ts';
import type { Reader } from '../../src/models/reader.ts';
import { docxOf, lines, pdfOf, wordParagraph } from '../support/documents.ts';
import { emlOf, epubOf, msgOf, pptxOf, xlsxOf } from '../support/officeFiles.ts';
import { openTestReader } from '../support/testReader.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';
import { placeOf } from '../../src/agent/speech/refusalSaying.ts';

const file = (key: string, content: string | Uint8Array): DocumentInput => ({ key, bytes: Buffer.from(content) });
const page = (title: string, body: string) =>
  `<html><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`;
const bullets = async (title: string, items: readonly string[]) =>
  pdfOf([
    [
      { text: title, x: 60, y: 760, size: 18, font: 'Bold' },
      ...items.map((item, at) => ({
        text: `\u2022 ${item.trim()}`,
        x: 60 + (item.length - item.trimStart().length) * 10,
        y: 700 - at * 14,
        size: 11,
      })),
    ],
  ]);

const written = [
  file(
    'sauna.html',
    page(
      'Sauna',
      '<ul><li>Members<ul><li>Evening ticket 9 euros</li><li>Towel hire 1 euro</li></ul></li><li>Guests<ul><li>Evening ticket 14 euros</li></ul></li></ul>',
    ),
  ),
  file(
    'studio.pptx',
    pptxOf([
      { title: 'Studio rates', body: ['Photographers', '\tHalf day 80 euros', 'Painters', '\tHalf day 35 euros'] },
    ]),
  ),
  file(
    'storage.epub',
    epubOf(
      [
        '<h1>Storage</h1><ul><li>Bicycles<ul><li>Winter storage 20 crowns</li></ul></li><li>Trailers<ul><li>Winter storage 65 crowns</li></ul></li></ul>',
      ],
      { title: 'Storage' },
    ),
  ),
  file(
    'choir.eml',
    emlOf({
      subject: 'Choir rehearsal',
      text: 'Hello all,\n\nthe choir now rehearses in the chapel, on Thursdays at 19:30.\n\nAnn\n\nOn Mon, 2 Mar 2026 at 10:02, Bo <bo@example.com> wrote:\n> The choir rehearses in the gym, on Tuesdays at 18:00.\n',
    }),
  ),
  file(
    'van.eml',
    emlOf({
      subject: 'Van',
      html: '<p>The van is kept at the north depot from now on. Ask Farid for the key.</p><div class="gmail_quote"><p>On Sun, Bo wrote:</p><blockquote>The van is kept behind the bakery.</blockquote></div>',
    }),
  ),
  file(
    'chess.md',
    '# Chess club\n\nLast season the yearly fee of the chess club was 40 euros. The yearly fee of the chess club is 45 euros now.\n',
  ),
  file(
    'museum.docx',
    docxOf(
      `${wordParagraph('Museum', { style: 'Heading1' })}${wordParagraph('The museum used to open at 11:00. The museum opens at 09:30 now.')}`,
    ),
  ),
  file('garden.docx', docxOf(wordParagraph('The oﬃce of the botanical garden sells ﬁg cuttings for 6 euros.'))),
  file('roof.html', page('Roof', '<p>The ﬂat roof is 240 m² and ﬁreproof.</p>')),
  file(
    'clocks.xlsx',
    xlsxOf([
      {
        name: 'Tours',
        rows: [
          ['Tour', 'Date', 'Guide'],
          ['Tower', '2027-06-12', 'Olga'],
          ['Crypt', '2027-06-19', 'Piet'],
        ],
      },
    ]),
  ),
  file(
    'leave.docx',
    docxOf(
      `${wordParagraph('Leave', { style: 'Heading1' })}${wordParagraph('Up to five unused days can be carried over to the next year. They must be taken by 31 March, otherwise they lapse.')}`,
    ),
  ),
  file(
    'heater.txt',
    'Heater\n\nError E31 means that the flame went out. Press reset once and wait two minutes.\n\nError E44 means that the filter is full. Rinse it under the tap.\n',
  ),
  file(
    'permits.html',
    page(
      'Permits',
      '<p>Residents may apply for a visitor permit. The application closes on 15 November.</p><p>A lost permit is replaced once. It costs 12 euros.</p>',
    ),
  ),
  file('pool.html', page('Pool', '<p>Until recently the pool closed at 20:00. The pool closes at 22:00 now.</p>')),
  file(
    'baker.txt',
    'Baker\n\nLast winter a rye loaf of the baker cost 3 euros. A rye loaf of the baker costs 4 euros today.\n',
  ),
  file(
    'films.msg',
    msgOf({
      subject: 'Films',
      body: 'Hello,\n\nthe library lends films for 14 days now.\n\nAnn\n\nFrom: Bo Day\nSent: Monday, March 2, 2026 10:12\nTo: Ann Lee\nSubject: Films\n\nThe library lends films for 7 days.\n',
    }),
  ),
  file(
    'market.mbox',
    'From bo@example.com Tue Mar  3 09:12:00 2026\nFrom: Bo <bo@example.com>\nSubject: Market\nContent-Type: text/plain; charset=utf-8\n\nThe flea market is held on the quay from now on.\n\nOn Mon, 2 Mar 2026 at 10:02, Ann <ann@example.com> wrote:\n> The flea market is held in the old tannery.\n\n',
  ),
  file('gates.csv', 'Ｇａｔｅ,Used by\nＧａｔｅ ７,timber lorries\nＧａｔｅ ９,cyclists\n'),
  file('network.pptx', pptxOf([{ title: 'Wi‐Fi', body: ['The ﬁrst ﬂoor uses the network Ｈｅｒｏｎ.'] }])),
  file('orders.txt', 'Orders\n\nEvery drop-\nin customer pays at the desk of Mira. A drop-in visit takes an hour.\n'),
  file(
    'parking.docx',
    docxOf(
      `${wordParagraph('Parking', { style: 'Heading1' })}${wordParagraph('The daily parking fee for cars is 6 euros. The daily parking fee for motorcycles is 2 euros.')}`,
    ),
  ),
  file(
    'rafts.xlsx',
    xlsxOf([
      {
        name: 'Rafts',
        rows: [
          ['Boat', 'Price for a day', 'Pledge'],
          ['Kayak', '21 euros', '40 euros'],
          ['Raft', '39 euros', '90 euros'],
        ],
      },
    ]),
  ),
  file(
    'canteen.eml',
    emlOf({ subject: 'Canteens', text: 'The canteen in Porto opens at 11:30. The canteen in Braga opens at 12:15.\n' }),
  ),
  file(
    'valve.html',
    '<html><body><p>The brass valve is oiled by hand every second week of the month.</p></body></html>',
  ),
  file('bells.csv', 'Bell,Rings\nBronze bell,at noon\nIron bell,at six\n'),
  file('notice.txt', 'The lift stands still on the first Monday of each month. Ask the porter for the goods lift.\n'),
];
const printed = async () => [
  file(
    'boats.pdf',
    await bullets('Boat hire', [
      'Canoes',
      '  Hourly price 12 francs',
      '  Deposit 50 francs',
      'Sailing dinghies',
      '  Hourly price 30 francs',
    ]),
  ),
  file(
    'ferry.pdf',
    await pdfOf([
      lines(['Last winter the ferry to Hven left from pier 2.', 'The ferry to Hven leaves from pier 5 now.']),
    ]),
  ),
  file(
    'manual.pdf',
    await pdfOf([
      [
        { text: 'Mill', x: 60, y: 760, size: 18, font: 'Bold' },
        ...lines([
          'The mill has a state-of-the-',
          'art control panel. A follow-up is free. Every follow-',
          'up order goes to Irene. The stone turns clock-',
          'wise and stops by itself.',
        ]),
      ],
    ]),
  ),
];

let reader: Reader;
let agent: OpenAgent;
beforeAll(async () => {
  [reader, agent] = await Promise.all([openTestReader(), openAgent()]);
  await agent.take([...written, ...(await printed())]);
});
afterAll(() => agent.close());

const ask = (question: string, history: readonly string[] = []): Promise<Outcome> =>
  agent.ask(
    question,
    { history: history.map((text, at) => ({ role: at % 2 === 0 ? ('USER' as const) : ('ASSISTANT' as const), text })) },
    { reader: legibleReader(reader) },
  );
const quotes = ({ citations }: Outcome) => citations.map(({ quote }) => quote);
const noticed = (outcome: Outcome) => (outcome.type === 'Answer' ? outcome.notices.map(({ message }) => message) : []);

describe('what stands where, in other formats', () => {
  test.each([
    ['What does an evening ticket cost guests of the sauna?', 'Guests › Evening ticket 14 euros'],
    ['What is the hourly price of sailing dinghies?', 'Sailing dinghies › Hourly price 30 francs'],
    ['How much is half a day for painters?', 'Painters › Half day 35 euros'],
    ['What does winter storage cost for trailers?', 'Trailers › Winter storage 65 crowns'],
    ['What do fig cuttings cost?', 'The oﬃce of the botanical garden sells ﬁg cuttings for 6 euros.'],
    ['Is the flat roof fireproof?', 'The ﬂat roof is 240 m² and ﬁreproof.'],
    ['Does the mill have a state-of-the-art control panel?', 'The mill has a state-of-the-art control panel.'],
    ['Who gets a follow-up order of the mill?', 'Every follow-up order goes to Irene.'],
    ['Which gate do cyclists use?', 'Ｇａｔｅ: Ｇａｔｅ ９; Used by: cyclists'],
    ['Which network does the first floor use?', 'The ﬁrst ﬂoor uses the network Ｈｅｒｏｎ.'],
    ['Where does a drop-in customer pay?', 'Every drop-in customer pays at the desk of Mira.'],
    ['Which tour is on 12 June 2027?', 'Tour: Tower; Date: 2027-06-12; Guide: Olga'],
  ])('%s', async (question, quote) => {
    expect(quotes(await ask(question))[0]).toBe(quote);
  });

  test.each([
    'What does towel hire cost for guests?',
    'What is the deposit for sailing dinghies?',
    'Which tour is on 13 June 2027?',
  ])('refused: %s', async (question) => {
    expect(quotes(await ask(question))).toEqual([]);
  });

  test.each([
    ['Where does the choir rehearse?', 'chapel', 'The choir rehearses in the gym, on Tuesdays at 18:00.'],
    ['What is the yearly fee of the chess club?', '45 euros', 'yearly fee of the chess club was 40 euros.'],
    ['When does the pool close?', '22:00', 'Until recently the pool closed at 20:00.'],
    ['What does a rye loaf of the baker cost?', '4 euros', 'Last winter a rye loaf of the baker cost 3 euros.'],
    ['How long does the library lend films?', '14 days', 'The library lends films for 7 days.'],
    ['Where is the flea market held?', 'quay', 'The flea market is held in the old tannery.'],
    ['From which pier does the ferry to Hven leave?', 'pier 5', 'Last winter the ferry to Hven left from pier 2.'],
    ['When does the museum open?', '09:30', 'The museum used to open at 11:00.'],
  ])('what holds now, with a notice of what was: %s', async (question, now, before) => {
    const outcome = await ask(question);
    expect(quotes(outcome)[0]).toContain(now);
    expect(quotes(outcome).join(' ')).not.toContain(before);
    expect(noticed(outcome).join(' ')).toContain(before);
  });

  test.each([
    ['until when do I have to use carried over days?', 'They must be taken by 31 March, otherwise they lapse.'],
    ['error E31', 'Press reset once and wait two minutes.'],
    ['the heater shows E44, what should I do?', 'Rinse it under the tap.'],
    ['until when can I apply for a visitor permit?', 'The application closes on 15 November.'],
    ['how much is a new permit when mine is lost?', 'It costs 12 euros.'],
  ])('the sentence that follows decides: %s', async (question, quote) => {
    expect(quotes(await ask(question))).toContain(quote);
  });

  test.each([
    ['What does an evening ticket cost for members of the sauna?', 'and for guests?', '14 euros'],
    ['What is the hourly price of canoes?', 'and of sailing dinghies?', '30 francs'],
    ['What does winter storage cost for bicycles?', 'and for trailers?', '65 crowns'],
    ['How much is half a day for photographers?', 'and for painters?', '35 euros'],
    ['What is the daily parking fee for cars?', 'and for motorcycles?', '2 euros'],
    ['What is the price of a kayak for a day?', 'and of a raft?', '39 euros'],
    ['When does the canteen in Porto open?', 'and in Braga?', '12:15'],
  ])('a follow-up is answered, and only it: %s %s', async (first, question, told) => {
    const before = await ask(first);
    const outcome = await ask(question, [first, before.type === 'Answer' ? before.text : 'I do not know.']);
    expect(quotes(outcome)[0]).toContain(told);
  });

  test.each([
    ['Who repairs the goods lift?', 'notice.txt'],
    ['Who waters the fig cuttings of the botanical garden?', 'garden.docx'],
    ['Who sold the brass valve?', 'valve.html'],
    ['Who cast the bronze bell?', 'bells.csv'],
    ['Who built the ferry to Hven?', 'ferry.pdf'],
  ])('an untitled passage is named by its file: %s', async (question, name) => {
    const outcome = await ask(question);
    const [nearest] = outcome.type === 'Abstention' ? outcome.nearest : [];
    expect(nearest && placeOf(nearest)).toContain(name);
    // A place that is not offered is not named.
    if (outcome.alternatives.length === 0)
      expect(outcome).not.toMatchObject({ message: expect.stringContaining(name) });
  });

  test.each([
    ['Wo liegt der Tresor?', 'Tresor', 'liegt'],
    ['Où se trouve le coffre ?', 'coffre', 'trouve'],
    ['¿Dónde se encuentra la caja fuerte?', 'caja', 'encuentra'],
    ['Gdzie znajduje się sejf?', 'sejf', 'znajduje'],
  ])('without an answer, what no document has is named, and no word that asks: %s', async (question, named, asks) => {
    const outcome = await ask(question);
    const said = outcome.type === 'Abstention' ? outcome.message : outcome.text;
    expect(said.replace(question, '')).toContain(named);
    expect(said.replace(question, '')).not.toContain(asks);
  });
});
