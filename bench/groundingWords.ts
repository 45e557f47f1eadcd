import { likeCase, pick, replaceOne, type Attempt, type Mutate, type Random } from './groundingMutation.ts';

type Change = readonly [RegExp, readonly string[]];

/**
 * Applies one of the changes that fit the claim. Each has an equal share; otherwise the frequent ones would dominate.
 */
function oneOf(claim: string, changes: readonly Change[], random: Random): Attempt | undefined {
  const changed = changes.flatMap(([shape, others]) => {
    const found = replaceOne(claim, shape, random, (match) =>
      likeCase(
        match[0],
        (pick(others, random) ?? '').replaceAll(/\$(\d)/g, (_all, group: string) => match[Number(group)] ?? ''),
      ),
    );
    return found === undefined
      ? []
      : [
          / [.,]/.test(claim)
            ? found.replaceAll(/(\S) {2,}/g, '$1 ').trim()
            : found
                .replaceAll(/ {2,}/g, ' ')
                .replaceAll(/ ([.,;])/g, '$1')
                .trim(),
        ];
  });
  const claimed = pick(changed, random);
  return claimed === undefined
    ? undefined
    : { claim: claimed.charAt(0) === claim.charAt(0).toLowerCase() ? claim.charAt(0) + claimed.slice(1) : claimed };
}

/** Third persons whose base form is the same without the last letter. */
const verbs =
  'applies|costs|receives|includes|covers|takes|requires|appears|keeps|contains|works|needs|lasts|allows|supports|provides|makes|uses|accepts|shows|begins|starts|ends|counts|charges|pays|ships|runs|stores|sends|creates|remains|means|becomes|gives|holds|offers';
const auxiliary = String.raw`\b(is|are|was|were|can|will|would|could|should|must|may|has been|have been|had been|does|do|did)\b(?!\s+(?:not|no|never|only)\b|n['’]t)`;
const negationAdded: readonly Change[] = [
  [
    new RegExp(
      String.raw`${auxiliary}(?=\s\p{Ll})(?!\s(?:just|only|also|still|even|all|most|both|so|now|been|the same|to)\b)`,
      'gu',
    ),
    ['$1 not'],
  ],
  [
    new RegExp(String.raw`(?<!\b(?:not|never|to|that|which|who)\s)\b(${verbs})\b(?=\s[\p{Ll}\d€])`, 'gu'),
    ['does not #$1'],
  ],
];
const negationRemoved: readonly Change[] = [
  [/\b(is|are|was|were|can|will|would|could|should|must|may|do|does|did|has|have|had) not\b(?! only)/gu, ['$1']],
  [/\bcannot\b/gu, ['can']],
  [/\b(ca|is|are|was|were|do|does|did|wo|would|could|should|has|have|had)n['’]t\b/gu, ['~$1']],
  [/\bnever\b/giu, ['always', '']],
  [
    /(?<=\b(?:is|are|was|were|has|have|had|with|there is|costs|receives|need|needs|at|pay|pays) )no\b(?! (?:longer|later|more|less|one|matter|doubt))/gu,
    ['a', 'some'],
  ],
  [/\bno longer\b/gu, ['still']],
  [/\bNo (?=\p{Ll}+s?\b)/gu, ['A ', 'Each ']],
  [/\bwithout\b/giu, ['with']],
  [/\bnone of\b/giu, ['all of']],
];

/** Resolves the base forms marked with `#` and the auxiliaries that lost their `n't`, marked with `~`. */
const inflect = (claim: string) =>
  claim
    .replaceAll('#applies', 'apply')
    .replaceAll(/#(\p{L}+?)s\b/gu, '$1')
    .replaceAll('~ca', 'can')
    .replaceAll('~wo', 'will')
    .replaceAll('~', '');

const negation: Mutate = ({ claim }, _library, random) => {
  if (claim.includes('~') || claim.includes('#')) return undefined;
  const removed = oneOf(claim, negationRemoved, random);
  const made = removed && random() < 0.7 ? removed : (oneOf(claim, negationAdded, random) ?? removed);
  return made && { claim: inflect(made.claim) };
};

const exceptions: readonly Change[] = [
  [/\bunless\b/giu, ['if', 'even if']],
  [/\bexcept(?: for| in| when| that| on)?\b/giu, ['including', 'and also']],
  [/\bwith the exception of\b/giu, ['including']],
  [/\bapart from\b/giu, ['including']],
  [/\bexcluding\b/giu, ['including']],
  [/\bother than\b/giu, ['such as']],
  [/\bnot only\b/giu, ['only']],
  [
    /(?<!\b(?:not|and) )\bonly (?=(?:in|on|for|if|when|after|until|within|from|with|by|through|the|as|be|via|to)\b)/gu,
    ['', 'not only '],
  ],
  [/\bOnly the\b/gu, ['The', 'Not only the']],
  [/(?<=\w)(?: only)(?=[.;,])/gu, ['', ' and elsewhere']],
  [/\bsolely |\bexclusively /giu, ['', 'partly ']],
];
const exception: Mutate = ({ claim }, _library, random) => oneOf(claim, exceptions, random);

const endings: readonly Change[] = [
  [
    /(?<=\b(?:is|are|can|must|may|will|costs?|applies|receives?) [^.;]{12,}) ?\.$/gu,
    [
      ', except on public holidays.',
      ', unless the customer objects.',
      ', except for new customers.',
      ', unless support has agreed otherwise.',
    ],
  ],
];
const addedException: Mutate = ({ claim }, _library, random) => oneOf(claim, endings, random);

const modality: Mutate = ({ claim }, _library, random) =>
  oneOf(
    claim,
    [
      [/\bmust(?! not\b)(?!.*\b(?:within|until|before|by)\b)/gu, ['may', 'can', 'need not']],
      [/\bmust(?= .*\b(?:within|until|before|by)\b)(?! not\b)/gu, ['need not']],
      [/\bshould(?! not)\b/gu, ['may', 'must']],
      [/\b(?:has|have|had) to\b/gu, ['may', 'can', 'need not']],
      [/\bmay(?! (?:not|also)| \d)\b/gu, ['must', 'will']],
      [/\bcan(?! (?:not|no|never|only)|n['’]t)\b/gu, ['must', 'will']],
      [/\bmight\b/gu, ['will', 'must']],
      [/\bcould\b(?! not| have)/gu, ['must', 'had to']],
      [/\b(is|are) allowed\b/gu, ['$1 required', '$1 forbidden']],
      [/\bneeds? to\b/gu, ['may', 'can']],
      [/\b(is|are) possible\b/gu, ['$1 mandatory', '$1 required']],
      [/\boptional\b/gu, ['required', 'mandatory']],
      [/\brequired\b/gu, ['optional']],
      [/\bmay not\b|\bmust not\b|\bcannot\b/gu, ['need not']],
    ],
    random,
  );

const quantifier: Mutate = ({ claim }, _library, random) =>
  oneOf(
    claim,
    [
      [
        /(?<!\b(?:at|after|not|in|of|above|you|we|them|us|Reject|Accept) )\ball\b(?! (?:the same|over|right|along|in all|of a sudden))/giu,
        ['some', 'most', 'a few'],
      ],
      [/\bevery\b(?! (?:\d|few|other|couple|time|now|day|week|month|year|hour|minute))/giu, ['almost no', 'not every']],
      [/\beach\b(?! other| of)(?= \p{Ll})/giu, ['hardly any', 'not every']],
      [/\bsome of\b|\bsome(?= \p{Ll}+s (?:are|were|can|have|may|do)\b)/giu, ['all', 'most', 'hardly any']],
      [/\bmost of\b|\bmost(?= \p{Ll}+s\b)/giu, ['all', 'few', 'all of']],
      [/(?<!\b(?:how|so|as|too) )\bmany\b(?! times)/giu, ['all', 'few', 'most']],
      [/(?<!\b(?:a|next|last|first|every) )\bfew\b/giu, ['most', 'all']],
      [/(?<!\b(?:not|n['’]t) )\balways\b/giu, ['sometimes', 'usually']],
      [/\b(?:usually|often|generally|typically)\b/giu, ['always', 'rarely']],
      [/\bsometimes\b/giu, ['always']],
      [/\bboth(?= \p{Ll}+s\b)/giu, ['only one of the', 'neither of the']],
      [/\bthe whole\b|\bthe entire\b/giu, ['a part of the']],
      [/\bthe (?:vast )?majority of\b/giu, ['all', 'a minority of']],
      [/\bunlimited\b/giu, ['limited']],
      [/\bfully\b|\bcompletely\b|\bentirely\b/giu, ['partly']],
    ],
    random,
  );

/**
 * A rule without its condition is wider than the original. Courtesies ("if you want to") and details of stories
 * restrict nothing, so they are left alone.
 */
const courtesy =
  /\byou (?:may|might|will|can|'ll)? ?(?:wonder|see|find|notice|also)\b|\bif (?:you(?:'d| would)? (?:want|need|like|have|wish|would|feel|get|are interested|prefer)|we|needed|necessary|possible|any|so|not|I)\b/i;
const ifClause =
  /(?<!\b(?:as|even|what|see|know|ask|wonder|only|decide|determine|check|unsure|sure|tell|asked|question|doubt|helps|and|or|but)),? (?:if|unless|provided that|provided|as long as|so long as|in case|on condition that)\s(?![^.;,]*\bor not\b)[^.;,()]{4,90}(?=\s?\.?$|;)/giu;
const everywhere: readonly RegExp[] = [
  ifClause,
  /,? (?:except|with the exception of|apart from)\s[^.;,()]{3,80}(?=\s?\.?$|;)/gu,
  /,? (?:only (?:in|on|for|if|when|after|until|within|from|with)|in \p{Lu}\p{L}+ only)\b[^.;,()]{0,60}(?=\s?\.?$|;)/gu,
];
const ofShops: readonly RegExp[] = [
  ...everywhere,
  /(?<=\b(?:can|may|must|cannot)\b.*),? (?:until|within|before|after) (?:the |a |an |one |two |\d)[^.;,]{2,60}(?=\.?$|;)/gu,
  /,? (?:for|on|in|of) (?:orders|annual|monthly|customers|consignments|Scale|Growth|Enterprise|Starter|paid|opened|unopened|returning|business|the EU|Z1)\b[^.;,]{0,60}(?=\.?$|;)/gu,
];
const leading =
  /^(?:If|When(?:ever)?|Unless|In case of|Without|Before|After|Until|During|On|For|Above) [^,]{3,60}, (?=\p{L})(?!(?:which|who|that|and|or|but)\b|[^,.]{3,40},? (?:or|and)\b)/u;
const leadingIf =
  /^(?:If|Unless|In case of|Without) [^,]{3,60}, (?=\p{L})(?!(?:which|who|that|and|or|but)\b|[^,.]{3,40},? (?:or|and)\b)/u;
const present =
  /\b(?:is|are|can|cannot|may|must|will|should|has|have|do|does|costs?|needs?|pays?|applies|receives?|use|uses|shows?|press|set|send|open)\b/;
const past = /\b(?:was|were|had|did|would|could)\b|\b\p{L}{3,}ed (?:to|in|by|the|a|on|at)\b/u;

/** The claim without its condition. */
const qualifier: Mutate = ({ claim, document }, _library, random) => {
  const own = document.set === 'sample';
  if (
    courtesy.test(claim) ||
    claim.includes('; ') ||
    (!own && (document.set === 'lihua-world' || !present.test(claim) || past.test(claim)))
  )
    return undefined;
  const cut = (own ? ofShops : everywhere).flatMap((shape) => replaceOne(claim, shape, random, () => '') ?? []);
  const opened = (own ? leading : leadingIf).exec(claim)?.[0];
  if (opened) cut.push(claim.charAt(opened.length).toUpperCase() + claim.slice(opened.length + 1));
  const shorter = pick(cut, random);
  return shorter !== undefined && (shorter.match(/[\p{L}\d]+/gu)?.length ?? 0) >= 4 ? { claim: shorter } : undefined;
};

/** Kinds that change what a sentence asserts, not its values. */
export const wordMutations: Readonly<
  Record<'negation' | 'exception' | 'added-exception' | 'modality' | 'quantifier' | 'qualifier', Mutate>
> = { negation, exception, 'added-exception': addedException, modality, quantifier, qualifier };
