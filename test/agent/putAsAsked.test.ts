import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { putAsAsked } from '../../src/agent/evidence/putAsAsked.ts';
import { inSource } from '../../src/models/legible.ts';
import { passage } from '../grounding/passage.ts';
import { cases } from '../support/cases.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

const items = (count: number) =>
  Array.from({ length: count }, (_, at) => `- Item number ${at} of the hold, packed by the night crew`).join('\n');
const long = passage(`Never load these:\n\n${items(30)}`);

it('says again what leads in a long list above its later parts, read with the item below', () => {
  const { asRead, spans } = putAsAsked(readQuestion('may item number 29 be loaded'), long);
  expect(asRead.text.match(/Never load these:/g)?.length).toBeGreaterThan(2);
  expect(spans.every(({ start, end }) => !long.text.slice(start, end).includes('Never load these:\n-'))).toBe(true);
  const led = asRead.sentences
    .map(({ start, end }) => asRead.text.slice(start, end))
    .filter((text) => text.includes('\n'));
  expect(led.length).toBeGreaterThan(1);
  for (const text of led) expect(text).toMatch(/^Never load these:\n- Item number \d+/);
});

it('leaves a short list as it is', () => {
  expect(
    putAsAsked(readQuestion('may tea be loaded'), passage(`Never load these:\n\n${items(3)}`)).rewritten,
  ).toBeNull();
});

test('no words that are found stand in what was inserted', () => {
  const { asRead, rewritten, spans } = putAsAsked(readQuestion('may item number 29 be loaded'), long);
  const inserted = [...asRead.text.matchAll(/Never load these:\n(?=-)/g)].map(({ index, 0: line }) => ({
    start: index,
    end: index + line.length,
  }));
  fc.assert(
    fc.property(fc.nat(asRead.text.length - 1), fc.integer({ min: 1, max: 60 }), (start, length) => {
      const words = { start, end: Math.min(asRead.text.length, start + length) };
      const read = { answerability: 1, margin: 1, span: words, sentences: spans.map(() => 0), words: [words] };
      const { span } = inSource(read, rewritten);
      const isInserted = inserted.some((line) => line.start <= words.start && words.end <= line.end);
      if (isInserted) expect(span).toBeNull();
      else if (span) expect(long.text.slice(span.start, span.end)).not.toMatch(/.Never load these/s);
      if (span) expect(span.end).toBeLessThanOrEqual(long.text.length);
    }),
    { numRuns: cases(2_000) },
  );
});
