import { expect, test } from 'vitest';
import { earlierNotices } from '../../src/agent/evidence/earlierSaid.ts';
import type { RankedSentence } from '../../src/grounding/sentences/rankSentences.ts';
import { quotedMail } from '../../src/knowledge/formats/parsed.ts';
import { ranked } from '../grounding/passage.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

const sentence = (text: string, answers: number, inQuote = false): RankedSentence => {
  const { candidate, ...more } = ranked(text, text);
  const { passage } = candidate;
  return {
    ...more,
    answers,
    candidate: {
      ...candidate,
      headings: inQuote ? ['Garden', quotedMail] : ['Garden'],
      passage: { ...passage, versionId: text, documentTitle: 'Garden' },
    },
  };
};
const cite = ({ candidate: { passage, sourceSpan } }: RankedSentence) => ({ versionId: passage.versionId, sourceSpan });

const now = sentence('Una is the gardener now.', 2);
const quoted = sentence('Sten is the gardener.', 2, true);
const lastYear = sentence('Last year it was Rosa.', 1.5);
const weak = sentence('Last year it rained.', -6);

test.each([
  ['nothing else was said', [now], now, 'Who is the gardener?', undefined],
  [
    'a quoted mail says otherwise',
    [now, quoted],
    now,
    'Who is the gardener?',
    'An earlier message that “Garden” quotes says: “Sten is the gardener.”',
  ],
  [
    'it is said of the past, which comes before a mere quote',
    [now, quoted, lastYear],
    now,
    'Who is the gardener?',
    'Of an earlier time it is said: “Last year it was Rosa.”',
  ],
  ['what was said is no answer', [now, weak], now, 'Who is the gardener?', undefined],
  [
    'the answer is a quoted one',
    [quoted],
    quoted,
    'Who is the gardener?',
    'This stands in an earlier message that “Garden” quotes.',
  ],
  [
    'the answer is of the past',
    [lastYear],
    lastYear,
    'Who is the gardener?',
    'This is said of an earlier time: “Last year it was Rosa.”',
  ],
  ['the past is asked for', [lastYear, now], lastYear, 'Who was the gardener last year?', undefined],
] as const)('%s', (_what, sentences, cited, question, message) => {
  const [notice] = earlierNotices(readQuestion(question), sentences, [cite(cited)]);
  expect(notice?.message).toBe(message);
  if (notice) expect(notice).toMatchObject({ kind: 'SAID_EARLIER', quote: expect.any(String) });
});
