import { describe, expect, test } from 'vitest';
import type { RankedSentence } from '../../../src/grounding/sentences/rankSentences.ts';
import { namesakes, rivalAnswers } from '../../../src/grounding/answerability/unmetConditions.ts';
import type { Passage } from '../../../src/retrieval/passage.ts';
import { ranked } from '../passage.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

const texts = (sentences: readonly RankedSentence[]) => sentences.map(({ candidate }) => candidate.text);
const of = (sentence: RankedSentence, more: Partial<Passage>): RankedSentence => ({
  ...sentence,
  candidate: { ...sentence.candidate, passage: { ...sentence.candidate.passage, ...more } },
});

describe('rivalAnswers', () => {
  const question = 'What is the fee for a rental?';
  const five = ranked('The fee for a rental is 5 euros', 'city');
  const nine = ranked('The fee for a rental is 9 euros', 'cargo');

  test('two documents with different answers, best first, one sentence of each', () => {
    expect(
      rivalAnswers(readQuestion(question), [
        five,
        nine,
        ranked('A rental costs 7 euros', 'city'),
        ranked('A rental costs 8 euros', 'mini'),
      ]),
    ).toEqual([five, nine, ranked('A rental costs 8 euros', 'mini')]);
    expect(rivalAnswers(readQuestion(question), [nine, five])).toEqual([nine, five]);
  });

  test('the same answer twice is one, whatever else is said', () => {
    expect(rivalAnswers(readQuestion(question), [five, ranked('You pay 5 euros in Berlin', 'cargo')])).toEqual([]);
    expect(
      texts(
        rivalAnswers(readQuestion(question), [
          five,
          ranked('You pay 5 euros', 'cargo'),
          ranked('You pay 6 euros', 'mini'),
        ]),
      ),
    ).toEqual([five.candidate.text, 'You pay 6 euros']);
  });

  test('what the question says itself is no answer', () => {
    expect(
      rivalAnswers(readQuestion('What is the fee for 3 days?'), [
        ranked('For 3 days the fee is 5 euros', 'city'),
        ranked('For 3 days there is a fee', 'cargo'),
      ]),
    ).toEqual([]);
    expect(
      rivalAnswers(readQuestion('What is the fee for 3 days?'), [
        ranked('For 3 days the fee is 5 euros', 'city'),
        ranked('For 3 days the fee is 6 euros', 'cargo'),
      ]),
    ).toHaveLength(2);
  });

  test('names rival each other where no number is asked for', () => {
    expect(
      rivalAnswers(readQuestion('Who is the director?'), [
        ranked('Bo Lind is the director', 'city'),
        ranked('Ida Falk is the director', 'cargo'),
      ]),
    ).toHaveLength(2);
    expect(
      rivalAnswers(readQuestion('Who is the director?'), [
        ranked('Bo Lind is the director', 'city'),
        ranked('Director: Bo Lind', 'cargo'),
      ]),
    ).toEqual([]);
  });

  test('of a question for a number or a date its figures alone count: names may well be shared', () => {
    expect(
      rivalAnswers(readQuestion('What is the fee for a rental?'), [
        ranked('A rental in Oslo costs 5 euros', 'city'),
        ranked('A rental in Oslo costs 9 euros', 'cargo'),
      ]),
    ).toHaveLength(2);
    expect(
      rivalAnswers(readQuestion('When was it opened?'), [
        ranked('Ida Falk opened it in 1990', 'city'),
        ranked('Ida Falk opened it in 1994', 'cargo'),
      ]),
    ).toHaveLength(2);
    expect(
      rivalAnswers(readQuestion('Who opened it?'), [
        ranked('Ida Falk opened it in 1990', 'city'),
        ranked('Ida Falk opened it in 1994', 'cargo'),
      ]),
    ).toEqual([]);
  });

  test('a word that begins a sentence is no name that answers share', () => {
    expect(
      rivalAnswers(readQuestion('Who is the director?'), [
        ranked('The director is Bo Lind', 'city'),
        ranked('The director is Ida Falk', 'cargo'),
      ]),
    ).toHaveLength(2);
  });

  test('a document is no rival of its successor', () => {
    const fresh = of(nine, { documentKey: 'new.md' });
    expect(
      rivalAnswers(readQuestion(question), [fresh, of(five, { documentKey: 'old.md', supersededBy: 'new.md' })]),
    ).toEqual([]);
    expect(
      rivalAnswers(readQuestion(question), [fresh, of(five, { documentKey: 'old.md', supersededBy: 'gone.md' })]),
    ).toHaveLength(2);
  });

  test('a rival carries nearly as much of the question, most of it, and something of the type asked for', () => {
    const share = (sentence: RankedSentence, softCoverage: number) => ({ ...sentence, softCoverage });
    expect(rivalAnswers(readQuestion(question), [five, share(nine, 0.86)])).toHaveLength(2);
    expect(rivalAnswers(readQuestion(question), [five, share(nine, 0.84)])).toEqual([]);
    expect(rivalAnswers(readQuestion(question), [share(five, 0.65), share(nine, 0.61)])).toHaveLength(2);
    expect(rivalAnswers(readQuestion(question), [share(five, 0.6), share(nine, 0.6)])).toHaveLength(2);
    expect(rivalAnswers(readQuestion(question), [share(five, 0.65), share(nine, 0.59)])).toEqual([]);
    expect(rivalAnswers(readQuestion(question), [share(five, 0.59), share(nine, 0.59)])).toEqual([]);
    expect(
      rivalAnswers(readQuestion(question), [share(ranked('A rental begins at 7', 'mini'), 0.59), five, nine]),
    ).toEqual([]);
    expect(rivalAnswers(readQuestion(question), [five, { ...nine, holdsType: false }])).toEqual([]);
  });

  test.each([
    ['What is an API?', 0],
    ['What are event sources?', 0],
    ['Why should I sign up?', 0],
    ['How do I open a gate?', 0],
    ['How to change an API', 0],
    ['What is this series?', 0],
    ['What is the code?', 2],
    ['What is the code of the gate?', 2],
    ['What is next in the book of songs?', 2],
    ['How many gates are there?', 2],
    ['Which gate is open?', 2],
  ])('what is explained has no rivals, a value has: %s', (asks, rivals) => {
    expect(
      rivalAnswers(readQuestion(asks), [ranked('In Oslo it is 4711', 'city'), ranked('In Rome it is 4812', 'cargo')]),
    ).toHaveLength(rivals);
  });

  test('fewer than two are none', () => {
    expect(rivalAnswers(readQuestion(question), [])).toEqual([]);
    expect(rivalAnswers(readQuestion(question), [five])).toEqual([]);
    expect(rivalAnswers(readQuestion(question), [five, ranked('The fee for a rental is 9 euros', 'city')])).toEqual([]);
  });
});

describe('namesakes', () => {
  const titled = (documentTitle: string, documentId: string) =>
    of(ranked('It was founded by a miller', documentId), { documentTitle, documentKey: `${documentId}.md` });
  const [ohio, maine] = [titled('Springfield (Ohio)', 'ohio'), titled('Springfield (Maine)', 'maine')];

  test('one sentence of each that bears the name, best first', () => {
    expect(namesakes(readQuestion('Who founded Springfield?'), [maine, ohio, { ...maine, score: 0 }])).toEqual([
      maine,
      ohio,
    ]);
    expect(namesakes(readQuestion('who founded SPRINGFIELD?'), [ohio, maine])).toEqual([ohio, maine]);
  });

  test('a question that names a qualifier means that one', () => {
    expect(namesakes(readQuestion('Who founded Springfield, Ohio?'), [ohio, maine])).toEqual([]);
    expect(namesakes(readQuestion('Who founded Springfield in (maine)?'), [ohio, maine])).toEqual([]);
    expect(
      namesakes(readQuestion('Who founded Springfield on the hills?'), [
        titled('Springfield (Green Hills)', 'hills'),
        maine,
      ]),
    ).toEqual([]);
  });

  test('another name, or a part of a word, is not asked about', () => {
    expect(namesakes(readQuestion('Who founded Shelbyville?'), [ohio, maine])).toEqual([]);
    expect(namesakes(readQuestion('Who are the Springfielders?'), [ohio, maine])).toEqual([]);
    expect(namesakes(readQuestion('Who founded Springfield?'), [ohio, titled('Shelbyville (Maine)', 'other')])).toEqual(
      [],
    );
  });

  test('the first heading or the first words tell it as well as the title', () => {
    const headed = of(titled('Places', 'headed'), { sectionPath: ['Springfield (Texas)'] });
    const begun = of(titled('Towns', 'begun'), { sectionPath: [], text: 'Springfield (Iowa) is a town.' });
    expect(namesakes(readQuestion('Who founded Springfield?'), [ohio, headed, begun])).toEqual([ohio, headed, begun]);
  });

  test('a name of several words', () => {
    const policies = [titled('Refund policy (EU)', 'eu'), titled('Refund policy (US)', 'us')];
    expect(namesakes(readQuestion('How long does the refund policy give me?'), policies)).toEqual(policies);
    expect(namesakes(readQuestion('How long does the policy give me for a refund?'), policies)).toEqual([]);
  });

  test('a document is no namesake of its successor', () => {
    expect(namesakes(readQuestion('Who founded Springfield?'), [ohio, of(maine, { supersededBy: 'ohio.md' })])).toEqual(
      [],
    );
    expect(
      namesakes(readQuestion('Who founded Springfield?'), [ohio, of(maine, { supersededBy: 'gone.md' })]),
    ).toHaveLength(2);
  });

  test('a document without a name in brackets, or a question without words, has none', () => {
    expect(
      namesakes(readQuestion('Who founded Springfield?'), [
        titled('Towns', 'towns'),
        ohio,
        of(titled('Villages', 'villages'), { sectionPath: [] }),
        maine,
      ]),
    ).toEqual([ohio, maine]);
    expect(namesakes(readQuestion('?'), [ohio, maine])).toEqual([]);
  });

  test('fewer than two are none', () => {
    expect(namesakes(readQuestion('Who founded Springfield?'), [])).toEqual([]);
    expect(namesakes(readQuestion('Who founded Springfield?'), [ohio])).toEqual([]);
    expect(
      namesakes(readQuestion('Who founded Springfield?'), [
        ohio,
        titled('Springfield (OHIO)', 'again'),
        titled('Springfield', 'plain'),
      ]),
    ).toEqual([]);
  });
});
