import { describe, expect, it } from 'vitest';
import { createProgress, formatSeconds, printable, progressLine } from '../../src/cli/terminal.ts';
import { clip, formatTable, widthOf, wrap } from '../../src/cli/output/table.ts';
import { createTerminal } from '../support/cliApp.ts';

describe('progress', () => {
  it('shows count, share, rate and time left', () => {
    expect(progressLine({ label: 'Ingesting', done: 120, total: 480, detail: 'a.md', perSecond: 2 })).toBe(
      'Ingesting 120 of 480 · 25 % · 2.0/s · 3 min 0 s left · a.md',
    );
    expect(progressLine({ label: 'Reading', done: 3, total: null, detail: '', perSecond: 0 })).toBe('Reading 3');
    expect([8, 59.2, 200, 7_500].map(formatSeconds)).toEqual(['8 s', '1 min 0 s', '3 min 20 s', '2 h 5 min']);
  });

  it('reckons the time left from the last seconds: the first document may wait a minute for a model', () => {
    let now = 0;
    const terminal = createTerminal();
    const progress = createProgress({ terminal, label: 'Loading', total: 40, quiet: false, now: () => now });
    progress.update(0, 'a.md');
    now = 60_000;
    for (let done = 1; done <= 10; done += 1, now += 500) progress.update(done);
    progress.finish();
    const lines = terminal.written.err.trim().split('\n');
    expect(lines.at(0)).not.toContain('left');
    expect(lines.at(-1)).toBe('Loading 10 of 40 · 25 % · 2.0/s · 15 s left');
  });

  it('rewrites one line on a screen and clears it', () => {
    let now = 0;
    const terminal = createTerminal(true);
    const progress = createProgress({ terminal, label: 'Asking', total: 2, quiet: false, now: () => now });
    progress.update(1);
    now = 50;
    progress.update(2);
    progress.finish();
    expect(terminal.written.err).toBe('\r\u001b[2KAsking 1 of 2 · 50 %\r\u001b[2K');
  });

  it('writes a plain line every five seconds to a log, and nothing when the work is short or quiet', () => {
    let now = 0;
    const terminal = createTerminal();
    const progress = createProgress({ terminal, label: 'Asking', total: 9, quiet: false, now: () => now });
    for (; now <= 12_000; now += 1_000) progress.update(now / 1_000);
    progress.finish();
    expect(terminal.written.err.split('\n').map((line) => line.slice(0, 8))).toEqual([
      'Asking 5',
      'Asking 1',
      'Asking 1',
      '',
    ]);
    const short = createTerminal();
    createProgress({ terminal: short, label: 'x', total: 1, quiet: false }).update(1);
    createProgress({ terminal: short, label: 'x', total: 1, quiet: true }).update(1);
    expect(short.written.err).toBe('');
  });
});

describe('tables', () => {
  it('aligns by the width on a screen', () => {
    expect(
      formatTable(
        [{ title: 'a' }, { title: 'n', align: 'right' }],
        [
          ['日本', '7'],
          ['x', '10'],
        ],
      ),
    ).toBe('a      n\n────  ──\n日本   7\nx     10');
    expect(widthOf('e\u0301日')).toBe(3);
  });

  it('signs of text take one column, and emoji two, also joined ones', () => {
    const widths = Object.fromEntries(
      ['☑', '⚠', '©', '™', '☑️', '😀', '👩‍👩‍👧', '🇨🇭', '👍🏽', '〜', '\u200b', 'é'].map((text) => [text, widthOf(text)]),
    );
    expect(widths).toEqual({
      '☑': 1,
      '⚠': 1,
      '©': 1,
      '™': 1,
      '☑️': 2,
      '😀': 2,
      '👩‍👩‍👧': 2,
      '🇨🇭': 2,
      '👍🏽': 2,
      '〜': 2,
      '\u200b': 0,
      é: 1,
    });
    expect(clip('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 5)).toBe('👩‍👩‍👧👩‍👩‍👧…');
  });

  it('clips and wraps', () => {
    expect(clip('one  two\nthree', 9)).toBe('one two…');
    expect(wrap('one two three', 8, '  ')).toBe('one\n  two\n  three');
    expect(wrap('a\n\nb', 10)).toBe('a\n\nb');
  });

  it('lets no document steer the terminal', () => {
    expect(printable('a\u001b[2Jb\u009b1m\r\nc\td\u0007')).toBe('a[2Jb1m\nc\td');
  });
});
