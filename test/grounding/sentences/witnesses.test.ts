import { describe, expect, test } from 'vitest';
import type { RankedSentence } from '../../../src/grounding/sentences/rankSentences.ts';
import { dissentersAmong } from '../../../src/grounding/sentences/witnesses.ts';
import type { Passage } from '../../../src/retrieval/passage.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';
import { ranked } from '../passage.ts';

/** A sentence of a document of its own, with the words in it that answer in brackets. */
function says(marked: string, document: string, answers = 4, more: Partial<Passage> = {}): RankedSentence {
  const sentence = ranked(marked.replaceAll(/[[\]]/g, ''), document);
  const from = sentence.candidate.sourceSpan.start;
  const words = { start: from + marked.indexOf('['), end: from + marked.indexOf(']') - 1 };
  const passage = { ...sentence.candidate.passage, ...more };
  return { ...sentence, candidate: { ...sentence.candidate, passage }, answers, words };
}

const dissenters = (sentences: readonly RankedSentence[], question = 'How high is the tower?') =>
  dissentersAmong(sentences, readQuestion(question)).map(({ candidate }) => candidate.passage.documentId);

describe('a document that answers differently', () => {
  const tower = says('The tower is [40 metres] high.', 'guide');

  test('dissents by its value, by its words, and as one of several', () => {
    expect(dissenters([tower, says('The tower has [52 metres].', 'leaflet')])).toEqual(['leaflet']);
    expect(
      dissenters(
        [
          says('[Ines Prad] built the tower.', 'guide'),
          says('It was built by [Otto Linde].', 'leaflet', 3),
          says('[Milo Tarn] built it.', 'letter', 2),
          says('[O. Linde] built it.', 'list', 1),
        ],
        'Who built the tower?',
      ),
    ).toEqual(['leaflet', 'letter']);
  });

  test.each([
    ['says the same value otherwise', says('A height of [4000 cm], which is 40 metres.', 'leaflet')],
    ['says it beside another one', says('Since 1950 it has [52 metres], before it had 40 metres.', 'leaflet')],
    ['hardly answers', says('The mast has [52 metres].', 'leaflet', -2.5)],
    ['answers far less well', says('The mast has [52 metres].', 'leaflet', -2.1)],
    ['is the same document', says('The mast has [52 metres].', 'guide')],
    ['has been replaced', says('The tower has [52 metres].', 'leaflet', 4, { supersededBy: 'guide.md' })],
    ['is trusted less', says('The tower has [52 metres].', 'leaflet', 4, { trust: 'UNTRUSTED' })],
    ['was not read', ranked('The tower has 52 metres.', 'leaflet')],
  ])('does not if it %s', (_, other) => {
    expect(dissenters([tower, other])).toEqual([]);
  });

  test('does not where several things are asked for, and where nothing was read', () => {
    const other = says('The mast has [52 metres].', 'leaflet');
    expect(dissenters([tower, other], 'Which towers are there?')).toEqual([]);
    expect(
      dissenters([ranked('The tower is 40 metres high.', 'guide'), ranked('It has 52 metres.', 'leaflet')]),
    ).toEqual([]);
    expect(dissenters([says('It has [30 metres].', 'old', 5, { supersededBy: 'guide.md' }), other])).toEqual([]);
    expect(dissenters([])).toEqual([]);
  });
});
