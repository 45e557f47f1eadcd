import { expect, it } from 'vitest';
import { parseMarkdown } from '../../../src/knowledge/formats/markdown/markdown.ts';

const characters = 1_400_000;
const filled = (pattern: string) => pattern.repeat(Math.ceil(characters / pattern.length));

// 53 s before, and minutes for some of the others if the parser gets them whole: micromark takes the square of their length.
it.each([
  ['emphasis that never closes', filled('*a **b ')],
  ['emphasis of two kinds', filled('*a_ ')],
  ['tildes', filled('~a~~b ')],
  ['brackets', filled('[')],
  ['brackets in brackets', '['.repeat(characters / 2) + ']'.repeat(characters / 2)],
  ['images', filled('![')],
  ['links without an end', filled('[a](b')],
  ['references', `[a]: b\n\n${filled('[a][b')}`],
  ['notes', `[^a]: b\n\n${filled('[^b')}`],
  ['quotes', `${'>'.repeat(5_000)}a\n`.repeat(characters / 5_000)],
  ['paragraphs of one quote', filled('> a\n>\n')],
  ['lazy lines', filled('> a\nb\n')],
  ['processing instructions', filled('a<?')],
  ['tags', filled('<a b="')],
  ['declarations', filled('x <![CDATA[')],
  ['addresses', filled('http://')],
  ['underlines', `${filled('a\n')}=`],
  ['a table of one row', `|${'a|'.repeat(characters / 4)}\n|${'-|'.repeat(characters / 4)}`],
  ['runs of backticks', Array.from({ length: 1_600 }, (_, count) => '`'.repeat(count + 1)).join(' ')],
])(
  'reads %s in time that grows with their length',
  (_, source) => {
    const begun = process.cpuUsage();
    parseMarkdown(source);
    const { user, system } = process.cpuUsage(begun);
    // Some 3 s; the garbage collector of a machine with other work takes as long again.
    expect((user + system) / 1e6).toBeLessThan(30);
  },
  120_000,
);

it('reads 5 MB of prose', () => {
  const source =
    'The *refund* is paid within **thirty days** of `receipt`, as [the rules](https://x.y) say.\n\n'.repeat(50_000);
  const begun = process.cpuUsage();
  expect(parseMarkdown(source).blocks).toHaveLength(50_000);
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1e6).toBeLessThan(30);
}, 120_000);

it('reads a list of 4.9 MB as one block', () => {
  const source = '- a refund\n'.repeat(450_000);
  const begun = process.cpuUsage();
  expect(parseMarkdown(source).blocks).toHaveLength(1);
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1e6).toBeLessThan(30);
}, 120_000);
