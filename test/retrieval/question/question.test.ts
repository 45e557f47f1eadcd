import { expect, test, vi } from 'vitest';
import { expectedType } from '../../../src/retrieval/question/answerType.ts';
import { onceFor, readQuestion } from '../../../src/retrieval/question/question.ts';

test('an analysis is made when it is first asked for, once for each wording', () => {
  const analyse = vi.fn(({ text }: { readonly text: string }) => text.length);
  const length = onceFor(analyse);
  const question = readQuestion('How much is it?');
  expect(analyse).not.toHaveBeenCalled();
  expect([length(question), length(question), length(question.worded('How much?'))]).toEqual([15, 15, 9]);
  expect(analyse).toHaveBeenCalledTimes(2);
});

test('one text is one wording, and every wording knows the first', () => {
  const question = readQuestion('And for teams?', { language: 'de' });
  const standalone = question.worded('What does it cost for teams?');
  expect(standalone.worded('What does it cost for teams?')).toBe(standalone);
  expect(standalone.worded('And for teams?')).toBe(question);
  expect([question.asked, standalone.asked]).toEqual([question, question]);
  expect([standalone.language, standalone.languages, standalone.writtenIn]).toEqual(['de', ['de', 'en'], 'en']);
});

test('behind an earlier question, both are searched, and what it asks is its own, if it has any', () => {
  const earlier = 'How much is the Fern 500 on 3 April 2026?';
  const follow = readQuestion('and the Oak 150?').behind(earlier);
  expect(follow.text).toBe(`${earlier} / and the Oak 150?`);
  expect([follow.own, follow.worded(`Price: ${follow.text}`).own]).toEqual(['and the Oak 150?', 'and the Oak 150?']);
  expect(follow.worded('the oak').own).toBe('the oak');
  expect(follow.facts.names.join()).toContain('Oak');
  expect(JSON.stringify(follow.facts)).not.toContain('Fern');
  expect(follow.days).toHaveLength(1);
  expect(expectedType(follow)).toBe('NUMBER');
  expect(expectedType(readQuestion('who sells it?').behind(earlier))).toBe('PERSON');
  const bare = readQuestion('and on sundays?').behind(earlier);
  expect(JSON.stringify(bare.facts)).toContain('Fern');
});

test('figures of a day are read as the language of the question writes them, whatever its region', () => {
  const days = (language: string) => readQuestion('open on 5/12/2026?', { language }).days.length;
  expect([days('en'), days('en-US'), days('de-AT')]).toEqual([2, 2, 1]);
});

test('what Postgres could not take is left out of what is searched, and stays in what was asked', () => {
  const text = `a${'-'.repeat(9)}b\u0000c${'x'.repeat(3_000)}`;
  const question = readQuestion(text);
  expect(question.text).toBe(text);
  expect(question.searchable).not.toMatch(/-{4}|\0/);
  expect(question.searchable.length).toBeLessThanOrEqual(2_000);
});
