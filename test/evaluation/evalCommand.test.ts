import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { armsText, typesText } from '../../src/cli/eval/breakdownText.ts';
import { cautionGates } from '../../src/confidence/score.ts';
import { armFigures, type ArmFigures, type RowFigures } from '../../src/evaluation/arms/armFigures.ts';
import { figuresOf as presetFiguresOf } from '../../src/evaluation/figures/figures.ts';
import { createStage, type Stage } from '../cli/run.ts';
import { questionOf, recordOf } from './records.ts';

let folder: string;
let stage: Stage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-eval-arms-'));
  stage = createStage();
  const put = (name: string, lines: readonly object[]) =>
    writeFile(join(folder, name), lines.map((line) => JSON.stringify(line)).join('\n'));
  await put('corpus.jsonl', [{ id: 'd1', text: 'Refunds take fourteen days.' }]);
  await put(
    'questions.jsonl',
    ['one', 'two', 'three'].map((id) => ({
      id,
      question: 'How long do refunds take?',
      answers: ['fourteen'],
      answerable: true,
      relevantDocIds: ['d1'],
      expected: 'answer',
    })),
  );
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const everyPreset = ['naive', 'consensus', 'filtered-rrf', 'two-tier', 'weighted', 'agentic', 'candor'];
async function figuresOf(...flags: string[]) {
  const path = join(folder, 'figures.json');
  const { code, out } = await stage.run('eval', folder, '--json', path, ...flags);
  const figures = JSON.parse(await readFile(path, 'utf8')) as {
    questions: number;
    presets: { preset: string }[];
    arms: ArmFigures | null;
  };
  return { code, out, asked: figures.presets.map(({ preset }) => preset), figures };
}

describe('eval --preset', () => {
  it('asks three presets by default, and all seven on request', async () => {
    expect((await figuresOf()).asked).toEqual(['naive', 'consensus', 'candor']);
    expect((await figuresOf('--preset', 'all')).asked).toEqual(everyPreset);
    expect((await figuresOf('--preset', 'two-tier,all')).asked).toEqual(everyPreset);
  });

  it('asks none only where retrieval is measured', async () => {
    const { code, err } = await stage.run('eval', folder, '--preset', 'none');
    expect(code).toBe(2);
    expect(err).toContain('Add --arms');
    expect(stage.opened).toEqual([]);
  });
});

describe('eval --caution', () => {
  it('asks with it, and tells the gate that it makes', async () => {
    const gatesOf = (figures: unknown) => (figures as { presets: { gate: number }[] }).presets.map(({ gate }) => gate);
    const { figures } = await figuresOf('--preset', 'candor,consensus', '--caution', 'generous');
    expect(stage.app.requests.map(({ caution }) => caution)).toEqual(Array.from({ length: 6 }, () => 'GENEROUS'));
    expect(gatesOf(figures)).toEqual([cautionGates.GENEROUS, cautionGates.BALANCED]);
    expect(gatesOf((await figuresOf('--preset', 'candor')).figures)).toEqual([cautionGates.BALANCED]);
  });

  it('does not resume what was asked with another', async () => {
    const runs = join(folder, 'runs.jsonl');
    await figuresOf('--preset', 'candor', '--runs', runs);
    expect(
      await stage.run('eval', folder, '--preset', 'candor', '--runs', runs, '--resume', '--caution', 'strict'),
    ).toMatchObject({ code: 2, err: expect.stringContaining('caution was BALANCED and is STRICT') as string });
  });
});

describe('eval', () => {
  it('shows all@10 of the questions with several documents, beside what one search finds', async () => {
    await writeFile(
      join(folder, 'corpus.jsonl'),
      ['d1', 'd2'].map((id) => JSON.stringify({ id, text: `Refunds take fourteen days in ${id}.` })).join('\n'),
    );
    const question = {
      question: 'How long do refunds take in days?',
      answers: ['fourteen'],
      answerable: true,
      expected: 'answer',
    };
    await writeFile(
      join(folder, 'questions.jsonl'),
      [['d1'], ['d1', 'd2'], ['d1', 'lost']]
        .map((relevantDocIds, index) => JSON.stringify({ ...question, id: `q${index}`, relevantDocIds }))
        .join('\n'),
    );
    const { out } = await figuresOf('--arms', '--preset', 'candor');
    // Of the second and third question: the first has one document and counts in recall alone.
    expect(out).toMatch(/recall@30 +all@10 +MRR +nDCG@10\n.*\ncandor +3 +0\.833 +0\.833 +0\.833 +0\.500 /);
    expect(out).toMatch(/recall@10 +all@10 +single all@10 +rounds .*\n.*\nall +0\.833 +0\.500 +0\.500 +1\.00 /);
  });
});

describe('eval --runs --resume', () => {
  const runs = () => join(folder, 'runs.jsonl');
  const asked = () => stage.app.requests.length;

  it('asks only what the file does not hold, and counts all', async () => {
    const first = await figuresOf('--preset', 'candor', '--runs', runs(), '--limit', '2');
    expect(asked()).toBe(2);
    const { out, figures } = await figuresOf('--preset', 'candor,naive', '--runs', runs(), '--resume');
    // One question more with candor, three with naive.
    expect(asked()).toBe(2 + 1 + 3);
    expect(figures.presets).toMatchObject([
      { preset: 'candor', questions: 3 },
      { preset: 'naive', questions: 3 },
    ]);
    expect(first.figures.questions).toBe(2);
    expect(out).toContain('always answer');
    const lines = (await readFile(runs(), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { questionId: string; preset: string });
    expect(new Set(lines.map(({ questionId, preset }) => `${questionId} ${preset}`)).size).toBe(6);
  });

  it('does not mix another seed or changed documents in', async () => {
    await figuresOf('--preset', 'candor', '--runs', runs());
    const again = (...flags: string[]) =>
      stage.run('eval', folder, '--preset', 'candor', '--runs', runs(), '--resume', ...flags);
    expect(await again('--seed', '2')).toMatchObject({
      code: 2,
      err: expect.stringContaining('seed was 1 and is 2') as string,
    });
    await writeFile(join(folder, 'corpus.jsonl'), JSON.stringify({ id: 'd1', text: 'Refunds take thirty days.' }));
    expect(await again()).toMatchObject({ code: 2, err: expect.stringContaining('data was') as string });
    expect(asked()).toBe(3);
    expect(await stage.run('eval', folder, '--resume')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Add --runs FILE') as string,
    });
  });
});

describe('eval --foreign', () => {
  it('adds as many questions of other sets as this one can answer, to be refused', async () => {
    const other = join(folder, 'other');
    await mkdir(other);
    await writeFile(
      join(other, 'questions.jsonl'),
      ['1', '2', '3', '4', '5']
        .map((id) =>
          JSON.stringify({
            id,
            question: `What nothing is tower number ${id}?`,
            answerable: true,
            expected: 'answer',
            answers: ['x'],
          }),
        )
        .join('\n'),
    );
    const { figures } = await figuresOf('--preset', 'candor', '--foreign', other);
    expect(figures.presets).toMatchObject([
      {
        questions: 6,
        rightRefusals: 3,
        byType: expect.arrayContaining([expect.objectContaining({ type: 'off-corpus', questions: 3 })]) as unknown,
      },
    ]);
    expect((await figuresOf('--preset', 'candor', '--foreign', other, '--foreign-limit', '1')).figures.questions).toBe(
      4,
    );
  });
});

describe('eval --html', () => {
  it('writes a page of the figures', async () => {
    const page = join(folder, 'report.html');
    await figuresOf('--html', page);
    expect(await readFile(page, 'utf8')).toContain('Of 3 questions, candor answers');
    expect(await stage.run('eval', folder, '--html', join(folder, 'no', 'report.html'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('Cannot write') as string,
    });
  });
});

describe('eval --arms', () => {
  it('measures retrieval alone', async () => {
    const { code, out, asked, figures } = await figuresOf('--preset', 'none', '--arms');
    expect(code).toBe(0);
    expect(asked).toEqual([]);
    expect(stage.app.requests).toEqual([]);
    expect(figures.arms?.rows.map(({ row }) => row)).toEqual(
      expect.arrayContaining(['vector arm', 'keyword arm', ...everyPreset, 'MiniSearch']),
    );
    expect(figures.arms?.rows.find(({ row }) => row === 'candor')).toMatchObject({
      questions: 3,
      recallAt5: 1,
      ndcgAt10: 1,
    });
    expect(out).toContain('Retrieval alone (3 questions that can be answered)');
    expect(out).not.toContain('Outcomes');
  });

  it('takes the sample that is asked, and is left out when not wanted', async () => {
    const { asked, figures } = await figuresOf('--arms', '--limit', '2');
    expect(asked).toHaveLength(3);
    expect([figures.questions, figures.arms?.questions]).toEqual([2, 2]);
    expect((await figuresOf()).figures.arms).toBeNull();
  });

  it('ends with 1 when a search broke', async () => {
    stage.app.search = () => Promise.reject(new Error('the shelf fell'));
    const { code, out } = await figuresOf('--preset', 'none', '--arms');
    expect(code).toBe(1);
    expect(out).toContain('candor: 3 searches broke and count as nothing found, first: the shelf fell');
  });
});

describe('armsText', () => {
  const row: RowFigures = {
    row: 'candor',
    questions: 4,
    recallAt5: 0.5,
    recallAt10: 0.75,
    recallAt30: 1,
    allAt10: 0.625,
    meanReciprocalRank: 0.25,
    ndcgAt10: 0.8125,
    latency: { p50: 12.34, p95: 56.78 },
    lexicalGap: { questions: 2, recallAt5: null },
    byLanguage: [
      { language: 'es', questions: 3, ndcgAt10: 0.9 },
      { language: 'de', questions: 1, ndcgAt10: 0.7 },
    ],
    byType: [],
    faults: 0,
    firstFault: null,
    degraded: [{ part: 'RERANKER', searches: 4, firstMessage: 'It is away.' }],
  };
  const text = armsText({
    questions: 4,
    leftOut: 2,
    rewritten: 1,
    rows: [row, { ...row, row: 'MiniSearch', byLanguage: [], degraded: [] }],
    missing: ['MiniSearch is not installed.'],
  });

  it('sets figures beside each other, and languages in alphabetical order', () => {
    expect(text).toMatch(/lexical gap recall@5 \(2\) +p50 ms +p95 ms/);
    expect(text).toMatch(/candor +0\.813 +0\.500 +0\.750 +1\.000 +0\.625 +0\.250 +– +12\.3 +56\.8/);
    expect(text).toMatch(/retrieval +de \(1\) +es \(3\)\n.*\ncandor +0\.700 +0\.900\nMiniSearch +– +–/);
  });

  it('tells what was left out, rewritten, lost and missing', () => {
    expect(text).toContain('Searched by a rewrite that stands without the conversation: 1 questions.');
    expect(text).toContain('name no document: 2 questions.');
    expect(text).toContain('candor: RERANKER did not work in 4 searches, first: It is away.');
    expect(text).toContain('WARNING: MiniSearch is not installed.');
  });
});

describe('typesText', () => {
  const questions = [
    questionOf({ id: 'm', type: 'multi', answers: ['one'], relevantDocIds: ['d1', 'd2'] }),
    questionOf({ id: 'v', type: 'vague', expected: 'clarify', answerable: false }),
  ];
  const [preset] = presetFiguresOf(questions, [
    recordOf({ questionId: 'm', text: 'one', retrieved: ['d1', 'd2'], rounds: 2, millis: 40 }),
    recordOf({ questionId: 'v', outcome: 'Clarification', stopReason: 'BELOW_GATE', millis: 20 }),
    recordOf({ questionId: 'v', outcome: 'Abstention', stopReason: 'ZERO_HITS', millis: 30 }),
  ]);
  const arms = armFigures(questions, {
    rows: ['candor'],
    records: [{ questionId: 'm', row: 'candor', retrieved: ['d1'], millis: 5, degraded: [], error: null }],
    lexicalGap: new Set(),
    missing: [],
  });

  it('sets the outcomes of each type beside each other, then its loop', () => {
    const text = typesText(preset!, null);
    expect(text).toMatch(
      /By type, worst first: candor\ntype +questions +judged +right +wrong +abstained rightly +clarified rightly +refused otherwise +over-refused +found@screen +shows passages +utility\n/,
    );
    expect(text).toMatch(/vague +2 +2 +0\.0 % +0\.0 % +0\.0 % +50\.0 % +50\.0 % +0\.0 % +– +0\.0 % +0\.000\n/);
    expect(text).toMatch(/type +recall@10 +all@10 +rounds +p50 ms +p95 ms +stop reasons\n/);
    expect(text).toMatch(
      /vague +– +– +1\.00 +20 +30 +BELOW_GATE 1, ZERO_HITS 1\nmulti +1\.000 +1\.000 +2\.00 +40 +40 +GATE_PASSED 1$/,
    );
  });

  it('shows what a single search found where that was measured', () => {
    const text = typesText(preset!, arms);
    expect(text).toContain('single all@10');
    expect(text).toMatch(/multi +1\.000 +1\.000 +0\.000 +2\.00/);
    expect(text).toMatch(/vague +– +– +– +1\.00/);
    expect(typesText({ ...preset!, preset: 'naive' }, arms)).not.toContain('single all@10');
  });
});
