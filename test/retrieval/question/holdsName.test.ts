import { describe, expect, test } from 'vitest';
import { holdsName } from '../../../src/retrieval/question/namedFacts.ts';

describe('a name is there', () => {
  test.each([
    ['whole', 'the fee of acme is due', 'Acme'],
    ['every word, apart', 'ann, says falk, is out', 'Ann Falk'],
    ['the first of several', 'hailey bakes bread', 'Hailey Johnson'],
    ['written as one', 'wolfgangschulz: hello', 'Wolfgang Schulz'],
    ['written as two', 'i use lending club', 'Lendingclub'],
    ['as another form', 'the canadian coast', 'Canada'],
    ['as a plural', 'the soviet union', 'Soviets'],
    ['mistyped by a letter', 'the maastricht treaty', 'Masstricht'],
    ['with letters that changed places', 'george is out', 'Geroge'],
    ['with an accent', 'in malaga', 'Málaga'],
    ['with a genitive', 'fern s book', 'Fern'],
    ['a short one in the plural', 'all eus', 'EU'],
    ['a short one with an ending of two letters', 'an alins way', 'Ali'],
    ['with an ending behind four letters', 'a finnish lake', 'Finn'],
    ['of six letters, by a letter', 'in brugas', 'Bruges'],
    ['with a letter too many', 'in poortland', 'Portland'],
    ['with a letter too few', 'in portlnd', 'Portland'],
  ])('%s', (_how, text, name) => {
    expect(holdsName(text, name)).toBe(true);
  });
});

describe('another name is none', () => {
  test.each([
    ['the start of a longer word', 'the annual fee', 'Ann'],
    ['a name that begins like many', 'new york has a fee', 'New Jersey'],
    ['a plan that begins like another', 'the basic account', 'Basic Plan'],
    ['the last word alone', 'the european union', 'American Union'],
    ['a short name by a letter', 'bob is out', 'Rob'],
    ['another first letter', 'the portland store', 'Cortland'],
    ['two letters apart', 'the portmund store', 'Portland'],
    ['a place beside one of the same stem', 'a roman road', 'Romania'],
    ['nothing', '', 'Acme'],
    ['one letter with an ending', 'xs', 'X'],
    ['a short name with an ending of three letters', 'boans', 'Bo'],
    ['a name of five letters by a letter', 'in ghant', 'Ghent'],
    ['a name with figures by one', 'a model45', 'Model44'],
    ['two letters too many', 'in portlandxx', 'Portland'],
    ['one letter for two', 'in pooland', 'Portland'],
    ['two letters for one', 'in poxytland', 'Portland'],
    ['two other letters', 'in poxxland', 'Portland'],
    ['the joined words and more', 'lendingclubs here', 'Lending Tree'],
  ])('%s', (_how, text, name) => {
    expect(holdsName(text, name)).toBe(false);
  });
});
