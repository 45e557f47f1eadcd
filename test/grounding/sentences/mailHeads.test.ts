import { expect, test } from 'vitest';
import { withoutMailHeads } from '../../../src/grounding/sentences/candidates.ts';
import { isMailHead } from '../../../src/knowledge/formats/parsed.ts';

const heads = [
  'From: a@x.example; To: b@x.example; Date: 2026-03-03 08:12 UTC',
  'From: Ann Lee <ann@x.example>; To: Bo Day <bo@x.example>; Cc: team@x.example',
  'From: Jörg Müller <joerg@x.example>',
  'On Mon, 2 Mar 2026 at 16:40, B <b@x.example> wrote:',
  'Am 02.03.26 um 16:40 schrieb Jörg Müller <joerg@x.example>:',
  '2026年3月2日(月) 10:02 田中 <tanaka@x.example>:',
];
const says = 'This year Sauber does the cleaning.';
const texts = (question: string) =>
  withoutMailHeads(
    [...heads, says].map((text) => ({ text })),
    { text: question },
  ).map(({ text }) => text);

test('heads of mails answer nothing about what was written', () => {
  for (const question of [
    'Who does the cleaning this year?',
    'Wer putzt in diesem Jahr?',
    'Qui fait le ménage en 2026?',
    'From when on does Sauber clean?',
    'What is the date of the cleaning?',
  ])
    expect(texts(question)).toEqual([says]);
});

test('the head of a mail stays where its sender or recipient is named', () => {
  expect(texts('When did Ann Lee write?')).toEqual([heads[1], says]);
  expect(texts('Wann schrieb Jörg Müller?')).toEqual([heads[2], heads[4], says]);
  expect(texts('Who wrote to b@x.example?')).toContain(says);
});

test('what only looks like a head is none', () => {
  for (const line of [
    'From: 9 to 17; To: the desk',
    'Contact: ann@x.example',
    'Write to Ann Lee <ann@x.example>.',
    'From: Oslo; Date: 3 March 2026',
  ])
    expect([line, isMailHead(line)]).toEqual([line, false]);
  expect(withoutMailHeads([{ text: heads[0] ?? '' }], { text: 'Who?' })).toHaveLength(1);
});
