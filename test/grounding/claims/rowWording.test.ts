import { describe, expect, it } from 'vitest';
import { passageInWords, shownWords } from '../../../src/grounding/claims/rowWording.ts';
import { passage } from '../passage.ts';

const text = [
  'Feature: Single sign-on; Growth: no; Scale: add-on; Enterprise: yes',
  'Feature: Audit trail; Growth: no; Scale: 90 days; Enterprise: 7 years',
  'Feature: Support; Growth: by mail, within 2 days; Scale: by phone; Enterprise: at any hour',
].join('\n');
const source = passage(text);
const shownOf = (quote: string, said = quote, column?: string) => {
  const start = source.sourceSpan.start + text.indexOf(quote);
  const at =
    source.sourceSpan.start + text.indexOf(`${column ?? '?'}: `, text.indexOf(quote)) + (column ?? '').length + 2;
  const asked = column ? { row: '', column, text: '', sourceSpan: { start: at, end: at } } : null;
  const proof = { passage: source, quote, sourceSpan: { start, end: start + quote.length } };
  return shownWords(
    [source],
    asked,
  )({ draft: { text: said, chunkId: source.chunkId, quote }, proof, wording: 'REWORDED' });
};
const [first = '', second = '', third = ''] = text.split('\n');

describe('a row in an answer', () => {
  it('reads as a person says it', () => {
    expect(shownOf(first)).toBe('Single sign-on: Growth no, Scale add-on, Enterprise yes');
  });

  it('begins with the cell that is asked for', () => {
    expect(shownOf(first, first, 'Scale')).toBe('Single sign-on: Scale add-on, Growth no, Enterprise yes');
  });

  it('stands on a line for each of several', () => {
    expect(shownOf(`${first}\n${second}`).split('\n')).toEqual([
      'Single sign-on: Growth no, Scale add-on, Enterprise yes',
      'Audit trail: Growth no, Scale 90 days, Enterprise 7 years',
    ]);
  });

  it('keeps cells with commas apart', () => {
    expect(shownOf(third)).toBe('Support · Growth: by mail, within 2 days · Scale: by phone · Enterprise: at any hour');
  });

  it.each([["a model's words", first, 'Scale has it as an add-on.']])('leaves %s as they are', (_, quote, said) => {
    expect(shownOf(quote, said)).toBe(said);
  });

  it('puts the name of its row before a part of it', () => {
    expect(shownOf('Growth: no; Scale: add-on')).toBe('Feature: Single sign-on; Growth: no; Scale: add-on');
  });
});

it('a passage as people read it has its rows in words, and all else as it stands', () => {
  const around = passage(`## Plans\n\nWhat each has:\n\n${first}\n${second}\n\nAsk us: we know; write to us.`);
  expect(passageInWords(around)).toBe(
    '## Plans\n\nWhat each has:\n\nSingle sign-on: Growth no, Scale add-on, Enterprise yes\nAudit trail: Growth no, Scale 90 days, Enterprise 7 years\n\nAsk us: we know; write to us.',
  );
});
