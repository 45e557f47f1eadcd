import { expect, test, vi } from 'vitest';
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
