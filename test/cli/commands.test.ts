import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSample } from '../../src/cli/commands/operation/serve.ts';
import { silentProgress } from '../../src/cli/terminal.ts';
import { readMigrations } from '../../src/db/migrate.ts';
import { CandorError } from '../../src/errors.ts';
import { createShelfApp } from '../support/cliApp.ts';
import { createStage, readLines, type Stage } from './run.ts';

let folder: string;
let stage: Stage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-cli-'));
  await writeFile(join(folder, 'refunds.md'), 'Refunds take fourteen days.');
  stage = createStage();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('ingest', () => {
  it('takes a folder in and reports it', async () => {
    await writeFile(join(folder, 'picture.png'), 'x');
    const { code, out } = await stage.run('ingest', folder);
    expect(code).toBe(0);
    expect(out).toMatch(/created\s+1\n[\s\S]*skipped\s+1\nSkipped: picture\.png: unknown kind/);
  });

  it('ends with 1 when a document failed, and tells all in JSON', async () => {
    await writeFile(join(folder, 'bad.md'), 'bad');
    const { code, json, err } = await stage.run('ingest', folder, '--json');
    expect(code).toBe(1);
    expect(err).toBe('');
    expect(json()).toMatchObject({
      createdCount: 1,
      failedCount: 1,
      skippedCount: 0,
      results: [{ key: 'bad.md', status: 'FAILED', error: { remedy: 'Mend it.' } }, { key: 'refunds.md' }],
    });
  });

  it('says of one file what it replaces and since when, and refuses that for a folder or of nothing', async () => {
    const file = join(folder, 'refunds.md');
    await writeFile(file, 'Refunds take a week.');
    const flags = ['--supersedes', 'd1.md', '--effective-from', '2026-01-31'];
    expect((await stage.run('ingest', file, ...flags)).code).toBe(0);
    const refused = await stage.run('ingest', folder, ...flags);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--supersedes is said of one file')]);
    const missing = await stage.run('ingest', file, '--supersedes', 'lost.md');
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('no document with the key "lost.md"')]);
  });

  it('embeds again without a path', async () => {
    expect((await stage.run('ingest', '--re-embed', '--json')).json()).toEqual({ reEmbedded: { windowCount: 3 } });
    expect((await stage.run('ingest', '--re-embed')).out).toBe('Embedded 3 windows again.\n');
  });
});

describe('show', () => {
  it('prints a document block by block, by key or id', async () => {
    const { code, out } = await stage.run('show', 'd1.md');
    expect(code).toBe(0);
    expect(out).toBe(
      'Title of d1 (d1.md), version 1, MARKDOWN\n\n[HEADING 1 0–6, line 3]\n# Fees\n\n[TABLE 8–25, lines 3–7]\nPlan: Pro; Fee: 9\n',
    );
    expect((await stage.run('show', 'd1.md', '--version', '1', '--json')).json()).toMatchObject({
      document: { key: 'd1.md' },
      version: { number: 1, sourceType: 'MARKDOWN', flags: [] },
      blocks: [
        { kind: 'HEADING', level: 1, headingPath: [] },
        { kind: 'TABLE', span: { start: 8, end: 25 }, headingPath: ['Fees'], location: { line: 3, endLine: 7 } },
      ],
    });
  });

  it('says which document or version is missing', async () => {
    expect(await stage.run('show', 'lost.md')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no document lost.md') as string,
    });
    expect(await stage.run('show', 'd1.md', '--version', '7')).toMatchObject({
      code: 1,
      err: expect.stringContaining('d1.md has no version 7.') as string,
    });
  });
});

describe('ask', () => {
  beforeEach(() => stage.run('ingest', folder));

  it('prints the answer with its proofs', async () => {
    const { code, out } = await stage.run('ask', 'How long do refunds take?');
    expect(code).toBe(0);
    expect(out).toContain('Refunds take fourteen days. [1]');
    expect(out).toContain(
      '[1] “Refunds take fourteen days.”\n    refunds.md (refunds.md, version 1, lines 3–7) › Rules\n    https://example.org/a',
    );
    expect(out).toContain('CONFIDENT · confidence 90.0 of 100 (not calibrated)');
  });

  it('gives the contract in JSON', async () => {
    const { json } = await stage.run('ask', 'How long do refunds take?', '--json');
    expect(json()).toMatchObject({
      __typename: 'Answer',
      id: 'run-1',
      tier: 'CONFIDENT',
      stopReason: 'GATE_PASSED',
      text: 'Refunds take fourteen days. [1]',
      mode: 'EXTRACTIVE',
      degraded: [],
      run: { id: 'run-1' },
      confidence: { value: 0.9, display: 90, calibration: null },
      usage: { rounds: 1, modelCalls: 0 },
      verification: { complete: true },
      citations: [
        {
          number: 1,
          document: { key: 'refunds.md', title: 'refunds.md' },
          version: { number: 1 },
          quote: 'Refunds take fourteen days.',
          sourceSpan: { start: 0, end: 27 },
          status: 'SUPPORTED',
        },
      ],
    });
  });

  it('gives a refusal and a question back with a way on', async () => {
    const { out } = await stage.run('ask', 'nothing about refunds');
    expect(out).toContain('I do not know.\n\nWhat you can do:\n');
    expect(out).toContain('\nNO_MATCH (WEAK_EVIDENCE) · ');
    expect(out).toContain('- Ask with other words.');
    expect(out).toContain(
      'The answer may stand here:\n1. id of refunds.md › Refunds (refunds.md, 42 %, UNSURE)\n   Refunds take',
    );
    expect((await stage.run('ask', 'nothing about refunds', '--json')).json()).toMatchObject({
      alternatives: [{ likelihood: 0.42, reason: 'UNSURE', document: { key: 'refunds.md' } }],
    });
    expect((await stage.run('ask', 'nothing', '--json')).json()).toMatchObject({
      __typename: 'Abstention',
      reason: 'WEAK_EVIDENCE',
      nextSteps: [{ kind: 'REPHRASE' }],
      nearest: [],
    });
    expect((await stage.run('ask', 'unclear', '--json')).json()).toMatchObject({
      __typename: 'Clarification',
      text: 'What do you mean?',
      options: [{ id: 'o1' }],
    });
    expect((await stage.run('ask', 'unclear')).out).toContain('- This?');
  });

  it('begins a refusal with what may be the answer, and says it once', async () => {
    const { out } = await stage.run('ask', 'nothing suggests refunds');
    expect(out).toContain('This may be it: “Refunds take fourteen days.”\nI do not know.\n\nWhat you can do:\n');
    // Its number is that by which `feedback` chooses it.
    expect(out).toContain(
      'The answer may stand here:\n1. id of refunds.md › Refunds (refunds.md, 42 %, see above)\n\nNO_MATCH (WEAK_EVIDENCE)',
    );
    const suggested = { sentence: 'Refunds take fourteen days.', likelihood: 0.42, document: { key: 'refunds.md' } };
    const { json } = await stage.run('ask', 'nothing suggests refunds', '--json');
    expect(json()).toMatchObject({ __typename: 'Abstention', suggestion: suggested, alternatives: [suggested] });
    expect((await stage.run('ask', 'nothing about refunds', '--json')).json()).toMatchObject({ suggestion: null });
  });

  it('shows what is provisional to a person who waits, and to nobody else', async () => {
    const screen = createStage({ live: true });
    await screen.run('ingest', folder);
    const { out, err } = await screen.run('ask', 'How long do model refunds take?');
    expect(err).toContain('Provisional, while the model writes:\nRefunds take fourteen days. [1]\n');
    expect(err.endsWith('\r\u001b[J')).toBe(true);
    expect(out).not.toContain('Provisional');
    for (const flag of ['--json', '--quiet'])
      expect((await screen.run('ask', 'How long do model refunds take?', flag)).err).not.toContain('Provisional');
    expect((await stage.run('ask', 'How long do model refunds take?')).err).not.toContain('Provisional');
  });

  it('hands its filter over', async () => {
    await stage.run(
      'ask',
      'q',
      '--source-types',
      'pdf,markdown',
      '--types',
      'policy',
      '--authors',
      'Ann Lee,Bo',
      '--languages',
      'de',
      '--groups',
      'hr',
      '--key-prefix',
      'hr/',
      '--updated-after',
      '2025-01-01',
      '--updated-before',
      '2025-02-01',
      '--no-superseded',
      '--metadata',
      'product=River,product=Harbour bridge',
      '--metadata',
      'version=2..5,issued=2026-01-01..,lots=..7,note=a..b=c',
    );
    expect(stage.app.requests.at(-1)?.filter).toEqual({
      sourceTypes: ['PDF', 'MARKDOWN'],
      semanticTypes: ['policy'],
      authors: ['Ann Lee', 'Bo'],
      languages: ['de'],
      accessGroups: ['hr'],
      keyPrefix: 'hr/',
      updatedAfter: new Date('2025-01-01'),
      updatedBefore: new Date('2025-02-01'),
      includeSuperseded: false,
      metadata: [
        { name: 'product', in: ['River', 'Harbour bridge'] },
        { name: 'note', in: ['a..b=c'] },
        { name: 'version', from: '2', to: '5' },
        { name: 'issued', from: '2026-01-01' },
        { name: 'lots', to: '7' },
      ],
    });
    for (const text of ['product', '=River', 'product='])
      expect(await stage.run('search', 'q', '--metadata', text)).toMatchObject({
        code: 2,
        err: expect.stringContaining('--metadata product=River') as string,
      });
    expect(await stage.run('search', 'q', '--source-types', 'doc')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean docx?') as string,
    });
  });

  it('hands its flags over', async () => {
    await stage.run(
      'ask',
      'q',
      '--preset',
      'naive',
      '--language',
      'de',
      '--as-of',
      '2025-01-01',
      '--tags',
      'a,b',
      '--max-millis',
      '900',
      '--max-rounds',
      '1',
      '--max-tokens',
      '0',
      '--conversation',
      'c1',
    );
    expect(stage.app.requests.at(-1)).toEqual({
      question: 'q',
      preset: 'NAIVE',
      language: 'de',
      asOf: new Date('2025-01-01'),
      filter: { tags: ['a', 'b'] },
      conversationId: 'c1',
      budget: { maxMillis: 900, maxRounds: 1, maxTokens: 0 },
    });
  });
});

describe('search, runs, keys, migrate', () => {
  it('shows how each arm ranked a passage', async () => {
    await stage.run('ingest', folder);
    expect((await stage.run('search', 'refunds')).out).toMatch(/vec #\s+cosine[\s\S]*refunds\.md/);
    expect((await stage.run('search', 'refunds', '--json')).json()).toMatchObject({
      passages: [{ document: { key: 'refunds.md' }, trace: { vector: { rank: 1 } } }],
      tier: 'CONFIDENT',
    });
    expect((await stage.run('search', 'absent')).out).toContain('Nothing was found.');
  });

  it('explains each passage: ranks, scores and parts that sum to the score, and what let it through', async () => {
    await stage.run('ingest', folder);
    const { out } = await stage.run('search', 'refunds', '--explain');
    expect(out).toMatch(/score\s+vec #\s+cosine\s+part\s+key #\s+keyword\s+part\s+adjusted\s+reranked\s+document/);
    expect(out).toMatch(/1\s+1\.0000\s+1\s+0\.500\s+0\.2500\s+1\s+0\.500\s+0\.2500\s+–\s+–\s+refunds\.md/);
    expect(out).toMatch(
      /^Fusion: .*; weights [\d.]+ : [\d.]+; candidates \d+ \+ \d+; distance up to [\d.]+; \d+ kept; rerank \w+$/m,
    );
    expect(out).toContain(
      'Let through: published; valid at the instant asked about 2025-06-01T00:00:00.000Z; not taken out of retrieval; labelled labels',
    );
    expect(out).toContain('Milliseconds: analyse 1.0, embed 2.0, vector 3.0, keyword 4.0, read 5.0, total 6.0');
    expect((await stage.run('search', 'refunds', '--json')).json()).toMatchObject({
      settings: { topK: expect.any(Number) as number },
      appliedFilters: [{ condition: 'PUBLISHED' }, {}, {}, {}],
      passages: [{ trace: { distance: 0.5, adjustments: [], rerank: null } }],
    });
  });

  it('shows the traces of a run, and says why a document was not used in it', async () => {
    const run = '01900000-0000-7000-8000-000000000001';
    await stage.run('ingest', folder);
    await stage.run('ask', 'How long do refunds take?');
    expect((await stage.run('runs', run)).out).toMatch(/cosine\s+part[\s\S]*Let through: published/);
    const { out } = await stage.run('runs', run, '--miss', 'refunds.md');
    expect(out).toContain(
      'refunds.md: NOT_RETRIEVED\nNeither arm took it.\n\nSearched: How?\nVector arm: rank 57, score 0.250, cosine distance 0.750; 30 taken\nKeyword arm: not found; 30 taken',
    );
    expect((await stage.run('runs', run, '--miss', 'refunds.md', '--json')).json()).toMatchObject({
      reason: 'NOT_RETRIEVED',
      document: { id: expect.any(String) as string },
      vector: { rank: 57 },
    });
    expect(await stage.run('runs', run, '--miss', 'lost-document')).toMatchObject({
      code: 1,
      err: expect.stringContaining('NOT_FOUND') as string,
    });
    expect(await stage.run('runs', '--miss', 'refunds.md')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--miss needs the id of a run') as string,
    });
  });

  it('repeats a run and shows what differs', async () => {
    const { out } = await stage.run('runs', 'run-1', '--replay', '--today', '--preset', 'two-tier');
    expect(out).toMatch(
      /^Not the same\.\noriginal: ANSWER · CONFIDENT · GATE_PASSED · CANDOR · 0\.900 · run-1\nrepeated: ANSWER · .* · run-2\nChanged since: d1\.md\n\nfield\s+before\s+after\n[─\s]+result\.text\s+"a"\s+–/,
    );
    expect((await stage.run('runs', 'run-1', '--replay', '--json')).json()).toEqual({
      original: 'run-1',
      run: 'run-2',
      same: false,
      changes: [{ path: 'result.text', before: '"a"', after: null }],
      changedDocuments: ['d1.md'],
    });
    expect(await stage.run('runs', 'lost-run', '--replay')).toMatchObject({
      code: 1,
      err: expect.stringContaining('NOT_FOUND') as string,
    });
    expect(await stage.run('runs', '--replay')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--replay needs the id of a run') as string,
    });
    expect(await stage.run('runs', 'run-1', '--today')).toMatchObject({
      code: 2,
      err: expect.stringContaining('need --replay') as string,
    });
  });

  it('lists runs and finds one', async () => {
    expect((await stage.run('runs')).out).toContain('More: --after run-2');
    expect((await stage.run('runs', '--json', '--outcome', 'answer')).json()).toMatchObject({
      nodes: [{ id: 'run-1' }, { id: 'run-2' }],
      pageInfo: { hasNextPage: true },
    });
    expect((await stage.run('runs', '01900000-0000-7000-8000-000000000009', '--json')).json()).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
  });

  it('makes a key for groups, and tells what it reads', async () => {
    const created = async (...flags: string[]) =>
      (await stage.run('keys', 'create', '--name', 'robot', '--json', ...flags)).json();
    expect(await created('--groups', 'sales, hr')).toMatchObject({ key: { accessGroups: ['sales', 'hr'] } });
    expect(await created('--groups', '*')).toMatchObject({ key: { accessGroups: null } });
    expect((await stage.run('keys', 'create', '--name', 'robot', '--groups', 'sales,hr')).out).toContain(
      'It has the scopes ask, read, and reads the documents open to all and those of sales, hr.',
    );
    expect((await stage.run('keys', 'create', '--name', 'robot', '--groups', '*')).out).toContain(
      'and reads every document.',
    );
    expect((await stage.run('keys', 'list')).out).toMatch(/groups[\s\S]*READER {2}ask, read {2}sales, hr/);
  });

  it('prints a secret once', async () => {
    expect((await stage.run('keys', 'create', '--name', 'robot', '--role', 'editor')).out).toMatch(
      /^ck_secret\n[\s\S]*EDITOR/,
    );
    const { out } = await stage.run('keys', 'list');
    expect(out).toContain('robot');
    expect(out).not.toContain('ck_secret');
  });

  it('tells the schema version', async () => {
    expect((await stage.run('migrate', '--json')).json()).toMatchObject({
      schemaVersion: (await readMigrations()).at(-1)?.version,
      database: 'embedded',
    });
  });
});

describe('doctor', () => {
  it('ends with 0 when all passes', async () => {
    expect(await stage.run('doctor')).toMatchObject({
      code: 0,
      out: expect.stringContaining('✓ database: ok') as string,
    });
  });

  it('takes a fault at opening as a check that failed', async () => {
    const locked = createStage({ openApp: () => Promise.reject(new CandorError('DATABASE_LOCKED', 'Locked.')) });
    const { code, json } = await locked.run('doctor', '--json');
    expect(code).toBe(1);
    expect(json()).toMatchObject({ passed: false, checks: [{ passed: false, detail: 'DATABASE_LOCKED: Locked.' }] });
  });
});

describe('serve', () => {
  it('prints its addresses and stops in order', async () => {
    const abort = new AbortController();
    const serving = createStage({ signal: abort.signal });
    const running = serving.run('serve', '--json');
    await expect.poll(() => serving.servers.length).toBe(1);
    expect(serving.servers[0]?.closed).toBe(false);
    abort.abort();
    const { code, json } = await running;
    expect(code).toBe(0);
    expect(json()).toMatchObject({
      graphql: 'http://127.0.0.1:4000/graphql',
      graphiql: 'http://127.0.0.1:4000/graphiql',
      auth: 'local',
      sample: null,
    });
    expect(serving.servers[0]?.closed).toBe(true);
    expect(serving.app.closed).toBe(1);
  });

  it('closes a server that listens when what follows fails, so that the process ends', async () => {
    const shelf = createShelfApp();
    const start = () => Promise.reject(new CandorError('DATABASE_FAILED', 'No queue.'));
    const failing = { ...shelf, jobs: { ...shelf.jobs, start } };
    const serving = createStage({ openApp: () => Promise.resolve(failing) });
    const { code, err } = await serving.run('serve');
    expect(code).toBe(1);
    expect(err).toContain('No queue.');
    expect(serving.servers).toEqual([{ closed: true }]);
  });
});

describe('loadSample', () => {
  it('fills an empty workspace once', async () => {
    const caller = { workspaceId: 'w', role: 'ADMIN', accessGroups: null, keyId: null } as const;
    await stage.app.workspaces.ensure('w', 'w');
    const context = { progress: () => silentProgress, signal: new AbortController().signal };
    const loaded = await loadSample(stage.app, caller, context);
    expect(loaded?.documentCount).toBeGreaterThan(10);
    expect(await loadSample(stage.app, caller, context)).toBeUndefined();
    await stage.app.workspaces.ensure('empty', 'e');
    expect(await loadSample(stage.app, { ...caller, workspaceId: 'empty' }, context, `${folder}/`)).toBeUndefined();
  });
});

describe('eval', () => {
  beforeEach(async () => {
    await writeFile(join(folder, 'corpus.jsonl'), '{"id":"d1","text":"Refunds take fourteen days."}');
    await writeFile(
      join(folder, 'questions.jsonl'),
      [
        '{"id":"q1","question":"How long do refunds take?","answers":["fourteen days"],"answerable":true,"relevantDocIds":["d1"],"type":"lookup","expected":"answer"}',
        '{"id":"q2","question":"nothing","answerable":false,"type":"off","expected":"abstain"}',
      ].join('\n'),
    );
  });

  it('prints a table, writes figures and runs, and keeps its database in memory', async () => {
    const [figures, runs] = [join(folder, 'figures.json'), join(folder, 'runs.jsonl')];
    const { code, out } = await stage.run(
      'eval',
      folder,
      '--preset',
      'naive,candor',
      '--json',
      figures,
      '--runs',
      runs,
    );
    expect(code).toBe(0);
    expect(out).toContain('always refuse');
    expect(await readLines(runs)).toMatchObject([
      { questionId: 'q1', preset: 'naive', outcome: 'Answer' },
      { questionId: 'q1', preset: 'candor' },
      { questionId: 'q2', outcome: 'Abstention' },
      {},
    ]);
    expect(JSON.parse(await readFile(figures, 'utf8'))).toMatchObject({
      set: basename(folder),
      documents: 1,
      presets: [{ preset: 'naive' }, { preset: 'candor' }],
    });
    expect(stage.opened[0]).toMatchObject({ dataFolder: 'memory://', models: { chat: 'none' } });
    expect(stage.app.removed).toHaveLength(1);
  });

  it('prints the figures as JSON without a file', async () => {
    const { json } = await stage.run('eval', folder, '--preset', 'candor', '--json');
    expect(json()).toMatchObject({
      questions: 2,
      seed: 1,
      limit: null,
      alwaysRefuse: { utility: 0 },
      presets: [{ preset: 'candor', rightAnswers: 1, rightRefusals: 1, utility: 0.5, retrieval: { recallAt5: 1 } }],
    });
  });

  it('refuses a path that cannot be written before it starts', async () => {
    const { code, err } = await stage.run('eval', folder, '--runs', join(folder, 'no/such/runs.jsonl'));
    expect(code).toBe(2);
    expect(err).toContain('Cannot write');
    expect(stage.opened).toEqual([]);
  });
});
