import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tierIn } from '../../src/confidence/gate.ts';
import type { Clarification, Outcome } from '../../src/agent/state/outcome.ts';
import type { AskRequest } from '../../src/agent/state/request.ts';
import { shippedScale } from '../../src/confidence/scale.ts';
import { hopelessBelow, scoreConfidence } from '../../src/confidence/score.ts';
import { CandorError } from '../../src/errors.ts';
import { saveCurated } from '../../src/knowledge/curated/curated.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { openWordList } from '../../src/models/providers/builtin/weights.ts';
import type { Reader } from '../../src/models/reader.ts';
import { presets } from '../../src/retrieval/presets.ts';
import { passageOf, wordsOf } from '../contracts/reader.ts';
import { openTestReader } from '../support/testReader.ts';
import { answered } from './drain.ts';
import { article, documents, germanRules, noticeboard, order, renewalSteps, unrelated } from './libraryKnowledge.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';

let reader: Reader;
let library: OpenAgent;
const opened: OpenAgent[] = [];

/** The library with some documents more. */
async function openLibrary(more: readonly DocumentInput[] = []): Promise<OpenAgent> {
  const agent = await openAgent();
  opened.push(agent);
  await agent.take([...documents, ...more]);
  return agent;
}

beforeAll(async () => {
  [reader, library] = await Promise.all([openTestReader(), openLibrary()]);
});
afterAll(async () => {
  await reader.close();
  for (const agent of opened) await agent.close();
});

const reading = (question: string, request: Partial<AskRequest> = {}, agent = library): Promise<Outcome> =>
  agent.ask(question, request, { reader });
const keysOf = ({ citations }: Outcome) => [...new Set(citations.map(({ documentKey }) => documentKey))];
const partsOf = ({ degraded }: Outcome) => degraded.map(({ part }) => part);

/** Asked with a reader and without. */
async function both(question: string, agent = library): Promise<{ readonly unread: Outcome; readonly read: Outcome }> {
  return { unread: await agent.ask(question), read: await reading(question, {}, agent) };
}

async function clarified(question: string, agent = library): Promise<Clarification> {
  const outcome = await reading(question, {}, agent);
  if (outcome.type !== 'Clarification') throw new Error(`Not asked back: ${outcome.type}`);
  return outcome;
}

describe('reading before the gate', () => {
  test('a question with slips of the pen is answered as it was meant, but never CONFIDENT', async () => {
    const words = await openWordList();
    const ask = (question: string) => library.ask(question, {}, { reader, words });
    const misspelt = 'hwo many tiems is a laon renewed?';
    const [meant, plain, mended] = [
      await ask('how many times is a loan renewed?'),
      await library.ask(misspelt, {}, { reader }),
      await ask(misspelt),
    ];
    // A first word that is mended otherwise asks for no number, and is told what goes on with "It …" too.
    expect(answered(mended).text).toContain(answered(meant).text);
    expect(mended.tier).toBe('UNCERTAIN');
    expect([meant.tier, plain.type]).toEqual(['CONFIDENT', 'Abstention']);
  });

  test('answers what shares no more than a word with its answer, and was refused for that', async () => {
    const { unread, read } = await both('How many guests can sit in the hall?');
    expect(unread.type).toBe('Abstention');
    expect(answered(read)).toMatchObject({
      stopReason: 'GATE_PASSED',
      degraded: [],
      text: expect.stringContaining('80 seats') as string,
    });
    expect(keysOf(read)).toContain('hall.md');
    expect(read.confidence.signals.reader).toBeGreaterThan(0);
    expect(unread.confidence.signals).not.toHaveProperty('reader');
  });

  test.each([
    'How do I renew my card?',
    'Who is the head of the library?',
    'How old must a child be to hire the hall?',
  ])('lowers a near miss: %s', async (question) => {
    const { unread, read } = await both(question);
    expect(read.confidence.value).toBeLessThan(unread.confidence.value);
  });

  test.each(['How do I renew a loan?', 'How can I renew the loan of a book?'])(
    'gives the steps of a procedure whole and in their order: %s',
    async (question) => {
      const { text, citations } = answered(await reading(question, { caution: 'GENEROUS' }));
      const places = renewalSteps.map((step) => text.indexOf(step));
      expect(places).toEqual(places.toSorted((left, right) => left - right));
      expect(places).not.toContain(-1);
      expect(citations[0]?.documentKey).toBe('renewing.md');
    },
  );

  test('finds a code by its letters, which have no meaning', async () => {
    expect(answered(await reading('What does fault P14 mean?')).text).toContain('a sheet is stuck');
    expect((await reading('What does fault P15 mean?')).type).not.toBe('Answer');
  });

  test('a section that is headed by the question answers it', async () => {
    expect(answered(await reading('Can my child have a card?')).text).toContain('from the age of seven');
  });
});

describe('a reader that cannot help', () => {
  const question = 'How long are films lent?';

  test.each<[string, Reader['read']]>([
    ['fails', () => Promise.reject(new CandorError('MODEL_UNAVAILABLE', 'The reader is gone.'))],
    [
      'breaks its contract',
      () => {
        throw new TypeError('x is undefined');
      },
    ],
    ['is late', () => new Promise(() => undefined)],
  ])('one that %s is told, and changes no confidence', async (_what, read) => {
    const unread = await library.ask(question);
    const outcome = await library.ask(question, { budget: { maxMillis: 3_000 } }, { reader: { ...reader, read } });
    expect(partsOf(outcome)).toEqual(['READER']);
    expect([outcome.type, outcome.tier]).toEqual([unread.type, unread.tier]);
    expect(outcome.confidence.signals).not.toHaveProperty('reader');
    expect(outcome.confidence.value).toBeCloseTo(unread.confidence.value, 6);
  });

  test('is told of a question in German, which is judged without', async () => {
    const bilingual = await openLibrary([germanRules]);
    const { unread, read } = await both('Dürfen Gäste im Lesesaal essen und trinken?', bilingual);
    expect(read.degraded).toEqual([
      { part: 'READER', message: expect.stringMatching(/does not read the language of the question \(de\)/) as string },
    ]);
    expect([read.type, read.tier]).toEqual([unread.type, unread.tier]);
    expect(read.confidence.value).toBeCloseTo(unread.confidence.value, 6);
  });
});

test('an order that somebody planted lifts nothing', async () => {
  const question = 'What does parking cost?';
  const planted = passageOf('Noticeboard', 'The choir rehearses on Tuesdays.', order);
  const {
    passages: [taken],
  } = await reader.read(question, [planted]);
  // As it stands, the reader would take it for the answer.
  expect([wordsOf(planted, taken), taken!.answerability > 0.5]).toEqual(['free', true]);
  const [withOrder, without] = [
    await openLibrary([noticeboard(order)]),
    await openLibrary([noticeboard('Lost gloves lie in a box.')]),
  ];
  const outcome = await reading(question, {}, withOrder);
  expect(outcome.confidence.value).toBeLessThanOrEqual((await reading(question, {}, without)).confidence.value + 0.05);
  expect(keysOf(outcome)).not.toContain('noticeboard.md');
  if (outcome.type === 'Answer') expect(outcome.text).not.toMatch(/free/i);
});

test('what is hopeless is not read, nor what is curated', async () => {
  await saveCurated(library.database, library.embedder, library.workspaceId, {
    question: 'Who founded the library of Larkhill?',
    answer: 'A retired sailor did.',
  });
  let calls = 0;
  const counting: Reader = {
    ...reader,
    read: (...given) => {
      calls += 1;
      return reader.read(...given);
    },
  };
  const hopeless = ['What is the boiling point of helium on Jupiter?', 'zxqv blorp wibble'];
  // Each round is judged by itself, so there is one.
  const budget = { maxRounds: 1 };
  for (const question of [...hopeless, 'hello', 'Who founded the library of Larkhill?']) {
    const { confidence } = await library.ask(question, { budget });
    // What the question leaves unmet lowers the value later.
    const { value } = scoreConfidence(confidence.signals, 'CANDOR');
    if (hopeless.includes(question) && value >= hopelessBelow) continue;
    await library.ask(question, { budget }, { reader: counting });
    expect([question, calls]).toEqual([question, 0]);
  }
  await library.ask('How long are films lent?', {}, { reader: counting });
  expect(calls).toBeGreaterThan(0);
});

describe('a curated answer in other words', () => {
  beforeAll(async () => {
    await saveCurated(library.database, library.embedder, library.workspaceId, {
      question: 'How do I become a volunteer?',
      answer: 'Write to volunteers@larkhill.example. The next training is in May.',
    });
  });

  test('is given where a reader takes it for the answer, and UNCERTAIN', async () => {
    const question = 'i would like to help as a volunteer, who do i tell?';
    expect(await reading(question)).toMatchObject({
      type: 'Answer',
      mode: 'CURATED',
      tier: 'UNCERTAIN',
      text: 'Write to volunteers@larkhill.example. The next training is in May.',
    });
    expect((await library.ask(question)).type).not.toBe('Answer');
  });

  test('is not given to a look-alike', async () => {
    for (const question of ['how do i become the director', 'How many volunteers are over sixty?'])
      expect(await reading(question)).not.toMatchObject({ mode: 'CURATED' });
  });
});

describe('asking back', () => {
  const question = 'How much does it cost?';

  test('offers at least two things, each by its title and what its answer says', async () => {
    const { options, reason, text, stopReason, tier, confidence } = await clarified(question);
    expect([reason, text]).toEqual(['UNRESOLVED', 'What do you mean by “it”?']);
    expect(options.length).toBeGreaterThanOrEqual(2);
    const titles = documents.map(({ title }) => title);
    for (const option of options) {
      expect(titles).toContain(option.text);
      expect(option.preview).toMatch(/\d+ (?:cents|euros)/);
      expect(option.question).toContain(option.text);
    }
    expect(new Set(options.map(({ preview }) => preview)).size).toBe(options.length);
    expect([stopReason, tier]).toEqual([
      'ASKED_BACK',
      tierIn({ preset: presets.CANDOR, scale: shippedScale }, confidence.value),
    ]);
  });

  test('what is offered is answered when it is chosen', async () => {
    for (const { question: chosen, documentIds, preview } of (await clarified(question)).options) {
      const { text } = answered(await reading(chosen, { filter: { documentIds } }));
      expect(text).toContain(preview);
    }
  });

  test('not where a section is headed by the question, nor where a thing is named', async () => {
    const headed = await openLibrary([
      article(
        'course.md',
        'Reading circle',
        `The circle meets on the first Monday of each month.\n\n## ${question}\n\nIt costs 9 euros a year, and the books are lent to you.`,
      ),
    ]);
    expect((await reading(question, {}, headed)).stopReason).not.toBe('ASKED_BACK');
    expect((await reading('How much does a page in colour cost?')).type).toBe('Answer');
  });
});

test('a section that has the question for its heading is surer than under another heading', async () => {
  const asked = 'what does it mean to be 1.0';
  const under = async (heading: string) => {
    // Of the question the text has no word.
    const text = 'Each release is kept alive for two years: faults are mended, and what you built goes on working.';
    const library = await openLibrary([article('releases.md', 'Reading room', `## ${heading}\n\n${text}`)]);
    return reading(asked, {}, library);
  };
  const plain = await under('Our promise');
  const headed = await under('What does it mean to be 1.0?');
  expect(headed.confidence.value).toBeGreaterThan(plain.confidence.value);
});

test('which things there are is answered by the whole list of them, and not asked back about', async () => {
  const rows = ['Child: Fee free, Loans 10', 'Adult: Fee €14, Loans 20', 'Guest: Fee €3, Loans 2'];
  const table =
    '| Card | Fee | Loans |\n| --- | --- | --- |\n| Child | free | 10 |\n| Adult | €14 | 20 |\n| Guest | €3 | 2 |';
  const library = await openLibrary([
    article('cards.md', 'Joining', `Everybody needs one of these to borrow.\n\n${table}`),
    article(
      'lost.md',
      'Lost and found',
      'A lost card is replaced at the desk for €5. Cards that were found are kept for a year.',
    ),
  ]);
  // However sure: what is told is looked at.
  const told = await reading('which cards are there', { dryRun: true }, library);
  expect(told).toMatchObject({ type: 'Answer', confidence: { signals: { placeAsked: 1 } } });
  expect(told).toMatchObject({ text: expect.stringContaining(rows.join('\n')) as string });
  const other = await reading('which card is replaced', {}, library);
  expect(other.confidence.signals.placeAsked).toBe(0);
});

test('a document about something else changes no outcome', async () => {
  const larger = await openLibrary([unrelated]);
  for (const question of [
    'How much does it cost?',
    'How many guests can sit in the hall?',
    'How do I renew a loan?',
    'How long are films lent?',
    'Who is the head of the library?',
    'Can my child have a card?',
    'zxqv blorp wibble',
  ]) {
    const shown = (outcome: Outcome) => ({
      question,
      type: outcome.type,
      stopReason: outcome.stopReason,
      tier: outcome.tier,
      cited: keysOf(outcome),
      options: outcome.type === 'Clarification' ? outcome.options.map(({ text }) => text).toSorted() : [],
    });
    expect(shown(await reading(question, {}, larger))).toEqual(shown(await reading(question)));
  }
});

test('a worked example stands for the rule neither in an answer nor in what is offered', async () => {
  const rule = 'The fee is 1.5 % of the order total.';
  const shop = await openLibrary([
    article(
      'shop.md',
      'Selling in the museum shop',
      `A fee is taken from each sale.\n\n${rule}\n\n**Example.** A painter sells cards for €80.00. The fee is 1.5 % of €80.00, which is €1.20.`,
    ),
  ]);
  const { citations } = answered(await reading('How much is the fee of the order total in the museum shop?', {}, shop));
  expect(citations[0]?.quote).toBe(rule);
  const vague = await reading('What is the fee?', {}, shop);
  const offered = {
    Answer: () => vague.citations.map(({ quote }) => quote),
    Clarification: () => (vague as Clarification).options.map(({ preview }) => preview),
    Abstention: () => vague.alternatives.map(({ sentence }) => sentence),
  };
  expect(offered[vague.type]()[0]).toBe(rule);
});
