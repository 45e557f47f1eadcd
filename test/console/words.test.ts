import { readdirSync, readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/console/words/languages.ts';

/** The parser's TYPE.literal. */
const literal: ReturnType<IntlMessageFormat['getAst']>[number]['type'] = 0;

type Ast = ReturnType<IntlMessageFormat['getAst']>;

const folder = new URL('../../src/console/', import.meta.url);

/** The texts of a language by their path. Lists count as one text. */
function textsOf(tag: string): Map<string, string> {
  const read = (value: unknown, path: string): [string, string][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([key, inner]) => read(inner, path ? `${path}.${key}` : key))
      : [[path, String(value)]];
  return new Map(read(JSON.parse(readFileSync(new URL(`words/${tag}.json`, folder), 'utf8')), ''));
}

const argumentsIn = (ast: Ast): string[] =>
  ast.flatMap((part) => [
    ...('value' in part && !('pluralType' in part) && part.type !== literal ? [part.value] : []),
    ...('options' in part
      ? [part.value, ...Object.values(part.options).flatMap(({ value }) => argumentsIn(value))]
      : []),
  ]);
const argumentsOf = (text: string, locale: string): string[] =>
  [...new Set(argumentsIn(new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }).getAst()))].sort();

const english = textsOf('en');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/^(?:generated|box)\//.test(file))
  .map((file) => [file, readFileSync(new URL(file, folder), 'utf8')] as const);

describe('The texts of the console', () => {
  it.each(Object.keys(languages))('in %s are those of English, with the same arguments', (tag) => {
    const { locale } = languages[tag as keyof typeof languages];
    const texts = textsOf(tag);
    expect([...texts.keys()]).toEqual([...english.keys()]);
    expect([...texts.values()].filter((text) => text.trim() === '')).toEqual([]);
    for (const [path, text] of texts)
      expect([path, argumentsOf(text, locale)]).toEqual([path, argumentsOf(english.get(path) ?? '', 'en')]);
  });

  it('get the arguments that they have', () => {
    const used = sources.flatMap(([file, text]) =>
      [...text.matchAll(/formatMessage\(words\.([\w.]+), \{([^}]*)\}/g)].map(([, path = '', values = '']) => ({
        file,
        path,
        names: [...values.replaceAll(/\([^()]*\)/g, '').matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name]) => name).sort(),
      })),
    );
    expect(used.length).toBeGreaterThan(50);
    for (const { file, path, names } of used)
      expect([file, path, names]).toEqual([file, path, argumentsOf(english.get(path) ?? '', 'en')]);
  });

  it('are never shown with their arguments open', () => {
    const open = [...english].filter(([, text]) => argumentsOf(text, 'en').length > 0).map(([path]) => path);
    const bare = sources.flatMap(([file, text]) =>
      open
        .filter((path) => new RegExp(`(?<!formatMessage\\()\\bwords\\.${path}\\b`).test(text))
        .map((path) => `${file}: ${path}`),
    );
    expect(bare).toEqual([]);
  });

  it('are all shown somewhere', () => {
    const all = sources.map(([, text]) => text).join('\n');
    const isNamed = (path: string) => {
      const steps = path.split('.');
      const isShown = (pattern: string) => new RegExp(pattern).test(all);
      // A group is shown as a whole where it is indexed or handed on: `words.tiers[tier]`, `named(words.flags, flag)`.
      const groups = steps.map((_, at) => steps.slice(0, at + 1).join('.'));
      return (
        groups.some((group) => isShown(`words\\.${group}\\[`)) ||
        groups.slice(1).some((group) => isShown(`words\\.${group}\\b(?!\\.)`)) ||
        (/^[A-Z_]+$/.test(steps.at(-1) ?? '') && isShown(`words\\.${steps[0]}\\b(?!\\.)`)) ||
        isShown(`[.{,]\\s*${steps.at(-1)}\\b`)
      );
    };
    const unused = [...english.keys()].filter((path) => !isNamed(path));
    expect(unused).toEqual([]);
  });
});
