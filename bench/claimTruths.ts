import { clauseOf, lowerFirst, passiveOf, predicateOf, upperFirst, withinSentence } from './claimClauses.ts';
import { contractions, notations, synonyms } from './claimWords.ts';
import { likeCase, pick, replaceOne, type Attempt, type Mutate } from './groundingMutation.ts';

/** The ways in which a claim says the same as its source. */
export const truthKinds = [
  'case, mark, space',
  'list mark',
  'clause order',
  'passive',
  'synonym',
  'notation',
  'pronoun',
  'contraction',
] as const;
export type TruthKind = (typeof truthKinds)[number];

const attempt = (claim: string | undefined): Attempt | undefined => (claim === undefined ? undefined : { claim });

const form: Mutate = ({ claim }, _library, random) =>
  attempt(
    pick(
      [
        lowerFirst(claim),
        claim.replace(/[.!]$/, ''),
        `${claim.replace(/[.!]$/, '')}!`,
        claim.replace(' ', '  '),
        claim.replaceAll("'", '’').replace(/^/, ' '),
        claim.replaceAll('’', "'").replaceAll(' - ', ' – '),
      ].filter((other) => other !== claim),
      random,
    ),
  );

const listMark: Mutate = ({ claim }, _library, random) =>
  attempt(`${pick(['- ', '* ', '• ', '1. '], random) ?? ''}${claim}`);

const conjunction = '(?:if|when|unless|until|once|before|after)';
const leading = new RegExp(String.raw`^(${conjunction} [^,]{6,90}), (?!(?:and|or|but|then)\b)([^,;:]{6,90})\.$`, 'iu');
const trailing = new RegExp(String.raw`^([^,;:]{12,90}?) (${conjunction} [^,;:]{6,90})\.$`, 'u');
const clauseOrder: Mutate = ({ claim }) => {
  const [, condition = '', main = ''] = leading.exec(claim) ?? [];
  if (main !== '') return attempt(`${upperFirst(main)} ${lowerFirst(condition)}.`);
  const [, told = '', last = ''] = trailing.exec(claim) ?? [];
  return told === '' ||
    new RegExp(
      String.raw`\b(?:even|only|not|and|or|as|that|what|${conjunction.slice(3, -1)})$|\b(?:see|know|ask|that|which|who|and|or|but)\b`,
      'i',
    ).test(told)
    ? undefined
    : attempt(`${upperFirst(last)}, ${withinSentence(told)}.`);
};

const passive: Mutate = ({ claim }) => {
  const clause = clauseOf(claim);
  return attempt(clause && passiveOf(clause));
};

/** One word or phrase of a table in the place of another. */
function worded(words: ReadonlyMap<string, string>): Mutate {
  const shape = new RegExp(
    String.raw`(?<![\p{L}\d.,:€$£/-])(?:${[...words.keys()].toSorted((left, right) => right.length - left.length).join('|')})(?![\p{L}\d%/-]|[.,:]\d)`,
    'giu',
  );
  return ({ claim }, _library, random) =>
    /: [^;]+; /.test(claim)
      ? undefined
      : attempt(
          replaceOne(claim, shape, random, ([found]) => {
            const other = words.get(found.toLowerCase());
            return other === undefined ? undefined : likeCase(found, other);
          }),
        );
}

const inWords = worded(notations);
const notation: Mutate = (fact, library, random) => {
  const { claim } = fact;
  if (/; /.test(claim)) return undefined;
  const written = replaceOne(
    claim,
    /(?<![\p{L}\d.,:/])\d{1,3}(?:,\d{3})+(?![\d.,]*\d)|(?<![\p{L}\d.,:/€$£-])\d{4,6}(?= \p{Ll}{4,}s\b)|€\d+(?:\.\d{2})?(?![\d.,:]*\d)/gu,
    random,
    ([found]) => {
      if (found.startsWith('€')) return `${found.slice(1)} euros`;
      return found.includes(',') ? found.replaceAll(',', '') : Number(found).toLocaleString('en');
    },
  );
  return attempt(written) ?? inWords(fact, library, random);
};

/** The same sentence with a pronoun for its subject, under a heading that names the subject, is the source. */
const pronoun: Mutate = (fact, _library, random) => {
  const { subject, verb, rest } = predicateOf(fact.text) ?? { subject: '', verb: '', rest: '' };
  const name = subject.replace(/^(?:The|An?|Each|Every|Your|Our|All) /, '');
  if (!/^(?:The |An? )/.test(subject) || /^(?:are|were|have)$/.test(verb) || fact.text.includes('; ')) return undefined;
  const quote = `It ${verb} ${rest}`;
  const heading = upperFirst(name);
  const text = random() < 0.5 ? quote : `## ${heading}\n\n${quote}`;
  const { passage } = fact;
  const { start } = passage.sourceSpan;
  return {
    claim: fact.text,
    quote,
    passages: [
      {
        ...passage,
        text,
        sectionPath: [...passage.sectionPath.slice(0, -1), heading],
        sourceSpan: { start, end: start + text.length },
      },
    ],
  };
};

export const truths: Readonly<Record<TruthKind, Mutate>> = {
  'case, mark, space': form,
  'list mark': listMark,
  'clause order': clauseOrder,
  passive,
  synonym: worded(synonyms),
  notation,
  pronoun,
  contraction: worded(contractions),
};
