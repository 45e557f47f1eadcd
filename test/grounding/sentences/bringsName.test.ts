import { describe, expect, test } from 'vitest';
import { bringsName } from '../../../src/grounding/sentences/rankSentences.ts';
import { ranked } from '../passage.ts';

const brings = (question: string, text: string, type: Parameters<typeof bringsName>[1] = 'ANY') =>
  bringsName(question, type, ranked(text, 'document-1').candidate);

describe('a name that the question lacks', () => {
  test.each([
    'Who led the club?',
    'Which town has a pier?',
    'Where is the pier?',
    'What team did she lead?',
    'By whom was it led?',
  ])('%s', (question) => {
    expect(brings(question, 'The pier of Cortland was led by Ida.')).toBe(true);
  });

  test.each([
    ['no question for a name', 'Why is there a pier?', 'The pier is in Cortland.'],
    ['what it is', 'What is Cortland?', 'A pier by Ida.'],
    ['what kind', 'What kind of pier is it?', 'A pier by Ida.'],
    ['the name of the question', 'Who led Cortland?', 'She led Cortland.'],
    ['a word of the title', 'Who led it?', 'The Rental was led.'],
    ['a month', 'Who led it?', 'She led it in March.'],
    ['the first word', 'Who led it?', 'Nobody led it. Then it closed.'],
    ['none', 'Who led it?', 'she led it.'],
  ])('none: %s', (_why, question, text) => {
    expect(brings(question, text)).toBe(false);
  });

  test('a number or a date is asked for', () => {
    expect(brings('Which year was it?', 'In Cortland it was led by Ida.', 'DATE')).toBe(false);
    expect(brings('Which number was it?', 'In Cortland it was led by Ida.', 'NUMBER')).toBe(false);
    expect(brings('Which person was it?', 'In Cortland it was led by Ida.', 'PERSON')).toBe(true);
  });
});
