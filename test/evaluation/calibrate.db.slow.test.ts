import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import { presets } from '../../src/retrieval/presets.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { createStage } from '../cli/run.ts';
import { openTestApp, type OpenTestApp } from '../support/database.ts';

const names = [
  'Zorvex',
  'Quillane',
  'Tambrik',
  'Ostrevo',
  'Pelmara',
  'Drunvik',
  'Fexolin',
  'Garbuno',
  'Hestrav',
  'Ixmorel',
  'Jubrant',
  'Kelvaro',
  'Lumpirex',
  'Mordanic',
  'Nevrusk',
  'Obstuvian',
  'Prandolk',
  'Qirmetan',
  'Rostavel',
  'Sprunkow',
  'Tivoldra',
  'Ulmeston',
  'Vraxibel',
  'Wendrusk',
  'Xaltimor',
  'Yorbenta',
  'Zimkrell',
  'Arquolit',
  'Brestomy',
  'Cruvande',
  'Delfusko',
  'Embraxol',
];
/** Each answer in other words than its question. */
const topics = [
  [
    'refunds',
    'Refunds are paid within two weeks after a purchase is returned.',
    (name: string) => `How do I get my money back for the ${name}?`,
  ],
  [
    'delivery',
    'Delivery of orders by courier: shipping takes three days.',
    (name: string) => `When does the parcel with my ${name} arrive?`,
  ],
  [
    'warranty',
    'Warranty: our workshop fixes damaged and defective goods.',
    (name: string) => `Who repairs a broken ${name}?`,
  ],
  [
    'instalments',
    'Financing: instalments are charged to your credit card.',
    (name: string) => `May I pay for the ${name} every month?`,
  ],
  [
    'accounts',
    'Accounts: reset your login credentials by email.',
    (name: string) => `I forgot the password of my ${name}, what now?`,
  ],
  [
    'age',
    'Not suitable for toddlers and babies under three years of age.',
    (name: string) => `Is the ${name} safe for little kids and children?`,
  ],
  [
    'disposal',
    'Recycling: dispose of waste electronics at a collection point.',
    (name: string) => `Can I throw the ${name} in the trash bin?`,
  ],
  [
    'travel',
    'Travelling to foreign countries requires an adapter.',
    (name: string) => `Does the ${name} work abroad on vacation?`,
  ],
] as const;
/** The answers, and a sheet a product that holds its rare name and no answer. */
const documents = [
  ...topics.map(([id, text]) => ({ id, title: id, text })),
  ...names.map((name, position) => ({
    id: `sheet-${position}`,
    title: `Sheet ${position}`,
    text: `${name} stands on shelf ${position}.`,
  })),
];
const questions = names.map((name, position) => {
  const [id, , ask] = topics[position % topics.length]!;
  return {
    id: `q${position}`,
    question: ask(name),
    relevantDocIds: [id],
    answerable: true,
    expected: 'retrieve',
    language: 'en',
  };
});

/** What a search weighs without weights of its own. */
const shipped = presets.CANDOR.settings;

let folder: string;
let opened: OpenTestApp;
let mine: Caller;
let theirs: Caller;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-calibrate-'));
  await put('corpus.jsonl', documents);
  await put('questions.jsonl', questions);
  opened = await openTestApp();
  [mine, theirs] = [await filled('mine'), await filled('theirs')];
});
afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

const put = (name: string, lines: readonly object[]) =>
  writeFile(join(folder, name), lines.map((line) => JSON.stringify(line)).join('\n'));

async function filled(name: string): Promise<Caller> {
  const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await opened.app.workspaces.ensure(caller.workspaceId, name);
  const { failedCount } = await opened.app.ingest(
    caller,
    documents.map(({ id, title, text }) => ({ key: id, title, text, format: 'PLAIN_TEXT' })),
  );
  expect(failedCount).toBe(0);
  return caller;
}

/** The command line over the app of this test, in a workspace. */
function run(caller: Caller, ...args: string[]) {
  // The command closes what it opens; the test goes on with it.
  const stage = createStage({ openApp: () => Promise.resolve({ ...opened.app, close: () => Promise.resolve() }) });
  return stage.run('calibrate', ...args, '--workspace', caller.workspaceId, '--quiet');
}

const english = questions[1]!.question;
const spanish = '¿Cómo puedo recuperar el dinero de un aparato Quillane que está roto?';
const found = async (caller: Caller, query: string) => (await opened.app.search(caller, { query })).passages;
/** What the arms of a search weigh, as its best passage tells: contribution over score, which for words is the same for one question alone. */
async function weightsOf(caller: Caller, query: string) {
  const [best] = await found(caller, query);
  const { vector, keyword } = best!.trace;
  return { vector: vector.contribution / vector.rawScore!, keyword: keyword.contribution / keyword.rawScore! };
}
/** By chunk, the keyword arm's part of each passage that has one. */
const wordsOf = (passages: Awaited<ReturnType<typeof found>>) =>
  new Map(
    passages.flatMap(({ chunkId, trace }) =>
      trace.keyword.rawScore ? [[chunkId, trace.keyword.contribution] as const] : [],
    ),
  );
function expectWords(
  passages: Awaited<ReturnType<typeof found>>,
  before: Awaited<ReturnType<typeof found>>,
  factor: number,
): void {
  const known = [...wordsOf(before)].flatMap(([chunkId, words]) =>
    wordsOf(passages).has(chunkId) ? [[wordsOf(passages).get(chunkId)!, words] as const] : [],
  );
  expect(known.length).toBeGreaterThan(0);
  for (const [words, earlier] of known) expect(words).toBeCloseTo(factor * earlier, 6);
}

describe('calibrate --fusion', () => {
  it('stores weights that change the searches of one workspace and one language', async () => {
    const [before, beforeSpanish] = [await found(mine, english), await weightsOf(mine, spanish)];
    expect(before[0]?.documentKey).toBe('sheet-1');
    expect((await weightsOf(mine, english)).vector).toBeCloseTo(shipped.vectorWeight, 6);

    const { code, out, json } = await run(mine, folder, '--fusion', '--json');
    expect([code, out]).toEqual([0, expect.stringContaining('"fits"') as string]);
    const { fits, stored } = json() as {
      fits: { before: number; after: number; verdict: string }[];
      stored: { language: string; vectorWeight: number; keywordWeight: number; dataHash: string }[];
    };
    expect(fits).toHaveLength(1);
    expect(fits[0]).toMatchObject({ language: 'en', questionCount: names.length, verdict: 'BETTER' });
    expect(fits[0]!.after).toBeGreaterThan(fits[0]!.before + 0.05);
    expect(stored).toMatchObject([{ language: 'en' }]);

    const after = await found(mine, english);
    const [{ vectorWeight, keywordWeight }] = stored as [(typeof stored)[number]];
    expect(after[0]?.documentKey).toBe('delivery');
    for (const { trace } of after)
      expect(trace.vector.contribution).toBeCloseTo(vectorWeight * trace.vector.rawScore!, 6);
    expectWords(after, before, keywordWeight / shipped.keywordWeight);
    expect(await found(theirs, english)).toMatchObject(
      before.map(({ documentKey, score }) => ({ documentKey, score: expect.closeTo(score, 6) as number })),
    );
    expect(await weightsOf(mine, spanish)).toEqual({
      vector: expect.closeTo(beforeSpanish.vector, 6) as number,
      keyword: expect.closeTo(beforeSpanish.keyword, 6) as number,
    });
    expect(beforeSpanish.vector).not.toBeCloseTo(vectorWeight, 2);
  });

  it('measures the next fit against what is stored', async () => {
    const { code, out } = await run(mine, folder, '--fusion');
    expect(code).toBe(0);
    expect(out).toContain('not stored: less than 0.002 better');
  });

  it('lists and forgets them', async () => {
    const listed = await run(mine, '--list');
    expect(listed.out).toMatch(/language\s+vector.*\n─.*\nen\s.*yes\s+builtin:/);
    expect((await run(theirs, '--list')).out).toContain('No weights are stored.');
    expect((await run(theirs, '--reset', '--json')).json()).toMatchObject({ removed: 0 });
    expect((await run(mine, '--reset')).out).toContain('1 stored weights are forgotten');
    expect((await found(mine, english))[0]?.documentKey).toBe('sheet-1');
  });

  it('keeps the weights of other languages from one that is best as it is', async () => {
    const mixed = await mkdtemp(join(tmpdir(), 'candor-mixed-'));
    const easy = names.map((name, position) => ({
      id: `easy${position}`,
      question: `On which shelf does ${name} stand?`,
      relevantDocIds: [`sheet-${position}`],
      answerable: true,
      expected: 'retrieve',
      language: 'en',
    }));
    // A label is enough: half of the hard ones count for each of two languages, too few for either.
    const hard = questions.map((question, position) => ({ ...question, language: position % 2 === 0 ? 'es' : 'fr' }));
    await writeFile(
      join(mixed, 'questions.jsonl'),
      [...easy, ...hard].map((question) => JSON.stringify(question)).join('\n'),
    );
    const { code, out } = await run(mine, mixed, '--fusion');
    await rm(mixed, { recursive: true });
    expect(code).toBe(0);
    expect(out).toMatch(/und \(es, fr\) .* stored/);
    expect(out).toContain('The weights in use were written down for en');
    expect((await opened.app.weights.list(mine)).map(({ language }) => language)).toEqual(['en', 'und']);
    expect(await opened.app.weights.inUse(mine, 'en')).toEqual({
      vectorWeight: shipped.vectorWeight,
      keywordWeight: shipped.keywordWeight,
    });
    expect((await opened.app.weights.inUse(mine, 'it')).keywordWeight).toBeLessThan(shipped.keywordWeight);
    expect(await opened.app.weights.remove(mine)).toBe(2);
  });

  it('fits on the documents of the folder, and stores for the workspace that asked', async () => {
    const caller: Caller = { ...mine, workspaceId: newId() };
    await opened.app.workspaces.ensure(caller.workspaceId, 'empty');
    const missing = await run(caller, folder, '--fusion');
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('--corpus') as string]);
    const { code, json } = await run(caller, folder, '--fusion', '--corpus', '--json');
    expect(code).toBe(0);
    expect(json()).toMatchObject({ withoutDocuments: 0, failedDocuments: [], stored: [{ language: 'en' }] });
    expect(await opened.app.weights.list(caller)).toMatchObject([
      { language: 'en', usable: true, questionCount: names.length },
    ]);
    expect(await opened.app.workspaces.find(caller.workspaceId)).toMatchObject({ documentCount: 0 });
  });
});

describe('the weights of a workspace', () => {
  const row = {
    vectorWeight: 1,
    keywordWeight: 2,
    questionCount: 30,
    ndcgBefore: 0.5,
    ndcgAfter: 0.6,
    dataHash: 'f00',
  };

  it('reach every other language as und, and replace those from before', async () => {
    await opened.app.weights.save(theirs, [
      { ...row, language: 'und' },
      { ...row, language: 'en', keywordWeight: 0.65 },
    ]);
    expect(await opened.app.weights.inUse(theirs, 'en')).toEqual({ vectorWeight: 1, keywordWeight: 0.65 });
    expect(await opened.app.weights.inUse(theirs, 'es')).toEqual({ vectorWeight: 1, keywordWeight: 2 });
    await opened.app.weights.save(theirs, [{ ...row, language: 'und', keywordWeight: 1 }]);
    expect(await opened.app.weights.inUse(theirs, 'es')).toEqual({ vectorWeight: 1, keywordWeight: 1 });
    expect(await opened.app.weights.remove(theirs)).toBe(2);
  });

  it('multiply what each arm says', async () => {
    const before = await found(theirs, english);
    await opened.app.weights.save(theirs, [{ ...row, language: 'en', vectorWeight: 0.5, keywordWeight: 2.5 }]);
    const passages = await found(theirs, english);
    expect(passages[0]?.documentKey).toBe('sheet-1');
    for (const { trace } of passages) expect(trace.vector.contribution).toBeCloseTo(0.5 * trace.vector.rawScore!, 6);
    expectWords(passages, before, 2.5 / shipped.keywordWeight);
    expect(await opened.app.weights.remove(theirs)).toBe(1);
  });

  it('are for administrators, and in range', async () => {
    const editor: Caller = { ...theirs, role: 'EDITOR' };
    for (const work of [
      () => opened.app.weights.list(editor),
      () => opened.app.weights.inUse(editor, 'en'),
      () => opened.app.weights.save(editor, []),
      () => opened.app.weights.remove(editor),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    await expect(
      opened.app.weights.save(theirs, [{ ...row, language: 'en', keywordWeight: Number.NaN }]),
    ).rejects.toMatchObject({ code: 'BAD_INPUT' });
    expect(await opened.app.weights.list(theirs)).toEqual([]);
  });
});

describe('wrong usage', () => {
  it('is told before anything is opened', async () => {
    const stage = createStage();
    expect(await stage.run('calibrate')).toMatchObject({
      code: 2,
      err: expect.stringContaining('nothing to calibrate on') as string,
    });
    expect(await stage.run('calibrate', '--fusion')).toMatchObject({
      code: 2,
      err: expect.stringContaining('needs DIR') as string,
    });
    for (const args of [
      ['--list', '--reset'],
      ['--feedback', '--list'],
      ['--reset', folder],
      ['--feedback', '--fusion'],
      ['--activate', newId(), '--list'],
      ['--feedback', '--alpha', '5'],
    ])
      expect(await stage.run('calibrate', ...args)).toMatchObject({ code: 2 });
    expect(stage.opened).toEqual([]);
  });

  it('needs thirty questions', async () => {
    const few = await mkdtemp(join(tmpdir(), 'candor-few-'));
    await writeFile(
      join(few, 'questions.jsonl'),
      questions
        .slice(0, 29)
        .map((question) => JSON.stringify(question))
        .join('\n'),
    );
    const { code, err } = await run(theirs, few, '--fusion');
    await rm(few, { recursive: true });
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/Only 29 questions can be scored; weights need 30[\s\S]*relevantDocIds/) as string,
    ]);
  });
});

describe('calibrate DIR', () => {
  /** Names whose sheets say where they stand, asked for that; and for what no sheet says. */
  const shelves = names.map((name, position) => ({
    id: `shelf${position}`,
    question: `On which shelf does ${name} stand?`,
    answers: [`shelf ${position}`],
    relevantDocIds: [`sheet-${position}`],
    answerable: true,
    expected: 'answer',
    language: 'en',
  }));
  const colours = names.map((name, position) => ({
    id: `colour${position}`,
    question: `Which colour has the label of ${name}?`,
    answers: [],
    relevantDocIds: [],
    answerable: false,
    expected: 'abstain',
    language: 'en',
  }));

  it('asks with the gate open, fits the confidence and uses it, and leaves no runs', async () => {
    const set = await mkdtemp(join(tmpdir(), 'candor-confidence-'));
    await writeFile(
      join(set, 'questions.jsonl'),
      [...shelves, ...colours].map((question) => JSON.stringify(question)).join('\n'),
    );
    const labelFile = join(set, 'labels.jsonl');
    const { code, out } = await run(mine, set, '--labels', labelFile);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /Confidence for every language: \d+ questions of \d+ families .* in use\)[\s\S]*LOGISTIC[\s\S]*No guarantee: --alpha/,
      ) as string,
    ]);
    const labels = (await readFile(labelFile, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { questionId: string; right: boolean });
    expect(labels.length).toBeGreaterThan(40);
    expect(labels.filter(({ right }) => right).length).toBeGreaterThan(20);
    expect(labels.every(({ questionId, right }) => questionId.startsWith('shelf') || !right)).toBe(true);
    expect((await opened.app.runs.list(mine, { first: 1 }, {})).nodes).toEqual([]);

    const [inUse] = await opened.app.calibrations.active(mine);
    expect(inUse).toMatchObject({ source: 'SET', sampleSize: labels.length, stale: false });
    expect((await run(mine, '--list')).out).toMatch(/in use/);
    const promised = await run(mine, set, '--alpha', '0.02', '--draft');
    expect([promised.code, promised.err]).toEqual([
      2,
      expect.stringMatching(/A guarantee takes 120 labelled questions/) as string,
    ]);
    expect((await opened.app.calibrations.active(mine)).map(({ id }) => id)).toEqual([inUse!.id]);
    expect((await run(mine, '--reset')).out).toContain('1 calibrations are no longer in use');
    await rm(set, { recursive: true });
  }, 120_000);
});
