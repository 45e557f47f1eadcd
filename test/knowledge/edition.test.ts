import { describe, expect, test } from 'vitest';
import {
  compareEditions,
  editionOf,
  fileEditionOf,
  namesDocument,
  readHead,
} from '../../src/knowledge/editions/edition.ts';

describe('which of two titles is the later edition', () => {
  test.each([
    ['House rules 2022', 'House rules 2025'],
    ['Price list spring 2025', 'Price list autumn 2025'],
    ['Preisliste Frühjahr 2025', 'Preisliste Herbst 2025'],
    ['Manual rev B', 'Manual rev C'],
    ['Travel policy v2.9', 'Travel policy v3.1'],
    ['Price list (old)', 'Price list'],
  ])('%s is before %s', (earlier, later) => {
    expect(compareEditions(earlier, later)).toBeLessThan(0);
    expect(compareEditions(later, earlier)).toBeGreaterThan(0);
  });

  test.each([
    ['Menu for week 12', 'Menu for week 13'],
    ['Minutes of 3 March 2026', 'Minutes of 7 April 2026'],
    ['Report May 2026', 'Report June 2026'],
    ['Figures Q1 2026', 'Figures Q2 2026'],
    ['Old town tour', 'New town tour'],
    ['Delivery times Austria', 'Delivery times Switzerland'],
    ['Staff rules 2024', 'Guest rules 2025'],
    ['BP-4 manual', 'BP-6 manual'],
    ['2024', '2025'],
  ])('%s and %s are none of one title', (left, right) => {
    expect(compareEditions(left, right)).toBe(0);
  });

  test('a file is named like a title', () => {
    expect(fileEditionOf('rules/house-rules-2022.md')).toEqual(editionOf('house rules 2022'));
    expect(fileEditionOf('price_list_old.csv').numbers).toEqual([-1]);
  });
});

describe('what a document says that it replaces', () => {
  const says = (head: string, title: string, isOne: boolean) => {
    const { replaces, replacedBy } = readHead(head);
    const holds = (words: readonly string[]) =>
      words.some((each) => namesDocument(each, { title, edition: editionOf(title) }, isOne));
    return [holds(replaces), holds(replacedBy)];
  };

  test.each([
    ['Valid from today. These rules replace those of 2022.', 'House rules 2022', true],
    ['It supersedes version 2.', 'Manual version 2', true],
    ['It takes the place of the list of spring 2025.', 'Price list spring 2025', true],
    ['Replaces revisions A and B.', 'Manual rev B', true],
    ['This edition replaces all earlier ones.', 'Leave policy 2023', true],
    ['From October on this handbook replaces the “Kiln sharing rules”.', 'Kiln sharing rules', false],
    ['Diese Hausordnung ersetzt die Hausordnung 2022.', 'Hausordnung 2022', true],
    ['Sie tritt an die Stelle der Liste vom Frühjahr 2025.', 'Preisliste Frühjahr 2025', true],
  ])('%s', (head, title, isOne) => {
    expect(says(head, title, isOne)).toEqual([true, false]);
  });

  test('that it was replaced itself is the other way round', () => {
    expect(says('This manual was replaced by version 3.', 'Manual version 3', true)).toEqual([false, true]);
  });

  test.each([
    ['This form replaces the paper form.', 'Form for guests', false],
    ['Replace the filter every 6 months; it replaces the filter of 2023.', 'Filter manual 2022', true],
    ['This contract supersedes all oral agreements.', 'Contract 2024', true],
    ['These rules replace those of 2022.', 'Travel policy 2022', false],
    ['A new member replaces Hannes.', 'Minutes', false],
  ])('%s names no %s', (head, title, isOne) => {
    expect(says(head, title, isOne)).toEqual([false, false]);
  });

  test.each([
    ['# Rules\n\nValid from 1 March 2025.', '2025-03-01'],
    ['# Regeln\n\nGültig ab 1.9.2025', '2025-09-01'],
    ['# Rules\n\nThe party is on 1 March 2025.', undefined],
  ])('%j states its day', (head, day) => {
    expect(readHead(head).day?.toISOString().slice(0, 10)).toBe(day);
  });
});
