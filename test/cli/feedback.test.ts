import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStage, readLines } from './run.ts';

const stage = createStage();
const usage = (message: string) => ({ code: 2, err: expect.stringContaining(message) as string });

describe('candor feedback', () => {
  it('records what is said, documents by key', async () => {
    const { code, out } = await stage.run(
      'feedback',
      'record',
      'run-1',
      'should-have-refused',
      '--comment',
      'no such rule',
    );
    expect({ code, out }).toEqual({ code: 0, out: 'Kept: SHOULD_HAVE_REFUSED of "How?" (ANSWER).\n' });
    expect(
      (await stage.run('feedback', 'record', 'run-1', 'WRONG', '--answer', '21 days', '--json')).json(),
    ).toMatchObject({ runId: 'run-1', verdict: 'WRONG', answer: '21 days', documentIds: [] });
    expect(await stage.run('feedback', 'record', 'lost-1', 'CORRECT')).toMatchObject({
      code: 1,
      err: expect.stringContaining('NOT_FOUND') as string,
    });
  });

  it('says what is wrong with the words', async () => {
    expect(await stage.run('feedback')).toMatchObject(usage('Say what to do'));
    expect(await stage.run('feedback', '--queue', '--list')).toMatchObject(usage('one of them'));
    expect(await stage.run('feedback', 'record', 'run-1')).toMatchObject(usage('VERDICT is one of CORRECT'));
    expect(await stage.run('feedback', 'record', 'run-1', 'great')).toMatchObject(usage('VERDICT is one of CORRECT'));
    expect(await stage.run('feedback', '--queue', '--answer', 'x')).toMatchObject(usage('--answer goes with "record"'));
  });

  it('keeps what was chosen as the answer: the answer itself, or an alternative by its number', async () => {
    expect((await stage.run('feedback', 'choose', 'run-1', '--json')).json()).toMatchObject({
      runId: 'run-1',
      passageId: null,
    });
    expect(await stage.run('feedback', 'choose', 'run-1', '9')).toMatchObject({
      err: expect.stringContaining('alternatives') as string,
    });
    expect(await stage.run('feedback', 'choose', 'run-1', 'x')).toMatchObject(usage('alternative N'));
  });

  it('lists the queue and the judgements', async () => {
    expect((await stage.run('feedback', '--queue')).out).toMatch(
      /run-1\s+ABSTENTION\s+BELOW_GATE\s+0\.20\s+\+2\s+How\?[\s\S]*7 unjudged/,
    );
    expect((await stage.run('feedback', '--queue', '--json')).json()).toMatchObject({
      unjudgedCount: 7,
      nodes: [{ runId: 'run-1', distance: 0.25 }],
    });
    expect((await stage.run('feedback', '--list')).out).toMatch(
      /run-2\s+2025-06-01\s+ANSWER\s+CORRECT\s+How\?\n\nMore: --after f2/,
    );
    const listed = (await stage.run('feedback', '--list', '--json')).json();
    expect(listed).toMatchObject({ nodes: [{ runId: 'run-1' }, { runId: 'run-2' }], pageInfo: { hasNextPage: true } });
    expect(JSON.stringify(listed)).not.toContain('givenBy');
  });

  describe('--export', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'candor-'));
    });
    afterAll(() => rm(folder, { recursive: true }));

    it('writes a set into a new folder', async () => {
      const { out } = await stage.run('feedback', '--export', join(folder, 'set'));
      expect(out).toContain('1 questions and 1 documents');
      expect(await readLines(join(folder, 'set', 'questions.jsonl'))).toMatchObject([
        { id: 'run-1', expected: 'answer' },
      ]);
      expect(await readLines(join(folder, 'set', 'corpus.jsonl'))).toMatchObject([{ id: 'd1.md', format: 'MARKDOWN' }]);
    });

    it('never into one that holds something', async () => {
      await writeFile(join(folder, 'mine.txt'), 'mine');
      expect(await stage.run('feedback', '--export', folder)).toMatchObject({
        err: expect.stringContaining('is not empty') as string,
      });
    });
  });
});

describe('candor gaps', () => {
  it('tells each gap with why, what is missing and what is near', async () => {
    const { out } = await stage.run('gaps', '--since', '30');
    expect(out).toMatch(
      /^9 of the newest 40 questions went unanswered: 3 gaps\.\n\n4× How\?\n {2}asked 2025-06-01, in 2 conversations\n {2}why: WEAK_EVIDENCE 3, NOTHING_FOUND 1\n {2}missing: E1042 2\n {2}nearest: d1\.md 3\n {2}chosen 2×, d1\.md: “Within 21 days\.” \(--curate run-1\)\n {2}example: run-1\n\nMore: --after g1/,
    );
    expect((await stage.run('gaps', '--json')).json()).toMatchObject({
      totalCount: 3,
      nodes: [{ id: 'run-1', count: 4 }],
      pageInfo: { endCursor: 'g1' },
    });
    expect(await stage.run('gaps', '--since', '0')).toMatchObject({ code: 2 });
  });

  it('makes a curated answer of what was chosen', async () => {
    expect((await stage.run('gaps', '--curate', 'run-1')).out).toMatch(/^Saved: .* \(ca1\)\./);
    expect((await stage.run('gaps', '--curate', 'run-1', '--json')).json()).toMatchObject({
      curatedAnswer: { id: 'ca1' },
    });
  });
});
