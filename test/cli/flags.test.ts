import { describe, expect, it } from 'vitest';
import { parseFlags, sharedFlags, type FlagTable } from '../../src/cli/flags.ts';
import { editDistance, nearest } from '../../src/knowledge/language/nearest.ts';

const table: FlagTable = {
  ...sharedFlags,
  limit: { kind: 'integer', value: 'N', least: 1, most: 50, summary: '' },
  preset: { kind: 'list', choices: ['naive', 'candor'], summary: '' },
  'as-of': { kind: 'instant', summary: '' },
  name: { kind: 'text', summary: '' },
  json: { kind: 'file', summary: '' },
};
const parse = (...args: string[]) => parseFlags(args, table);
const fails = (...args: string[]) => {
  try {
    parse(...args);
  } catch (error) {
    return error;
  }
  throw new Error('did not fail');
};

describe('parseFlags', () => {
  it('reads each kind, before and after positionals', () => {
    const { flags, positionals } = parse(
      '--limit',
      '5',
      'one',
      '--preset=NAIVE,candor',
      '-q',
      'two',
      '--as-of',
      '2026-03-31',
      '--name',
      'a b',
    );
    expect(positionals).toEqual(['one', 'two']);
    expect(flags.integer('limit')).toBe(5);
    expect(flags.list('preset')).toEqual(['naive', 'candor']);
    expect(flags.instant('as-of')).toEqual(new Date('2026-03-31'));
    expect(flags.text('name')).toBe('a b');
    expect(flags.isOn('quiet')).toBe(true);
    expect(flags.isOn('help')).toBe(false);
    expect(flags.text('json')).toBeUndefined();
  });

  it('takes what follows -- as it is', () => {
    expect(parse('--', '--limit', '-x').positionals).toEqual(['--limit', '-x']);
  });

  it('takes a file flag without a file as standard output', () => {
    expect(parse('--json').flags.text('json')).toBe('-');
    expect(parse('--json', '--limit', '3').flags.text('json')).toBe('-');
    expect(parse('--json', '-').flags.text('json')).toBe('-');
    expect(parse('--json', 'out.json').flags.text('json')).toBe('out.json');
  });

  it('names the nearest flag for one that is not known', () => {
    expect(fails('--limt', '5')).toMatchObject({
      code: 'BAD_INPUT',
      message: 'Unknown flag --limt.',
      remedy: 'Did you mean --limit?',
    });
    expect(fails('--zzzzzz')).toMatchObject({ code: 'BAD_INPUT', details: { flag: '--zzzzzz' } });
    expect(fails('-x')).toMatchObject({ code: 'BAD_INPUT', message: 'Unknown flag -x.' });
    expect(fails('--constructor')).toMatchObject({ code: 'BAD_INPUT' });
  });

  it.each([
    ['--limit', '0'],
    ['--limit', '51'],
    ['--limit', '1.5'],
    ['--limit', 'ten'],
    ['--limit', ''],
    ['--limit', '-3'],
    ['--limit'],
    ['--limit', '--quiet'],
    ['--as-of', 'soon'],
    ['--as-of', '7'],
    ['--workspace', '42'],
    ['--preset', 'best'],
    ['--quiet=yes'],
    ['--name', '-q'],
  ])('refuses %s %s', (...args) => {
    expect(fails(...args)).toMatchObject({ code: 'BAD_INPUT' });
  });

  it('throws for a flag that the command does not declare', () => {
    expect(() => parse().flags.text('unheard')).toThrow(/does not declare/);
  });
});

describe('nearest', () => {
  it('counts swaps, gaps and strangers once', () => {
    expect(editDistance('prest', 'preset')).toBe(1);
    expect(editDistance('aks', 'ask')).toBe(1);
    expect(editDistance('', 'abc')).toBe(3);
    expect(editDistance('kitten', 'sitting')).toBe(3);
  });

  it('finds prefixes and gives nothing for what is far off', () => {
    expect(nearest('conv', ['conversation', 'first'])).toBe('conversation');
    expect(nearest('xyz', ['ask', 'eval'])).toBeUndefined();
  });
});
