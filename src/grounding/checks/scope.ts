import { isWholeSentence, plainWords } from './compareSentences.ts';
import { codesOf } from '../../retrieval/question/namedFacts.ts';
import { hasWord, missingStems, contentStems } from '../../knowledge/language/stems.ts';
import { type Edit, editsOf, nearestSentence, holds, canonicalRows, scannedWords } from './edits.ts';
import { checkRestrictions } from './restrictions.ts';
import { contradicted, type Evidence, failed, passed, unproven, type Verdict, wholeOf, worst } from './verdict.ts';

/** Words that say nothing without what they introduce. */
const alone = /^(?:if|when|whenever|during|once|upon|within|for|on|after|before|until)$/;
/** The beginning of a phrase that narrows the rest of the sentence. */
const narrowing =
  /^\W*(?:(?:and|but|or)\s+)?(?:if|unless|except|excluding|apart from|other than|with the exception|provided|as long as|so long as|in case|on condition|only|when|whenever|until|before|after|within|without|during|once|upon|for|on|above|below|over|under|wenn|falls|sofern|außer|nur|bis|si|sauf|pour les|excepto|salvo|para)(?!\p{L})/iu;
const narrowingTo =
  /^\W*(?:[Ii]n|[Oo]f|[Aa]t|[Tt]o|[Ff]rom|[Ww]ith) (?:the )?(?:\p{Lu}|\d|annual|monthly|paid|orders|business)/u;
const narrows = (text: string) => narrowing.test(text) || narrowingTo.test(text);
/** Conditions that a paraphrased claim must carry too. */
const condition =
  /\b(?<!\b(?:even|as|what|see) )(?:if|unless|except(?: for| in| when| that)?|excluding|apart from|with the exception of|provided(?: that)?|as long as|so long as|in case|on condition that|only (?:if|for|when|in|on|after|with)|wenn|falls|sofern|außer|es sei denn|sauf|à condition|excepto|salvo|siempre que)\b([^.;:]{3,120})/giu;
const courtesy =
  /^\s*(?:you(?:'d| would)? (?:want|need|like|have|wish|would|prefer)|we|needed|necessary|possible|any|so|not)\b/i;

/**
 * Whether a claim is as narrow as its evidence. What the evidence says under a condition, or about one plan or one
 * case, must not be claimed of all cases or of others.
 */
export function checkScope(claim: string, evidence: Evidence): Verdict {
  const nearest = nearestSentence(evidence.sentence, claim);
  const edits = editsOf(nearest, claim);
  if (canonicalRows(nearest).length > 0)
    return worst([otherKind(claim, evidence), checkLabel(claim, evidence), checkExceptions(claim, evidence)]);
  return worst([
    checkLabel(claim, evidence),
    ...(edits ? [dropsOpening(claim, nearest)] : []),
    ...(edits
      ? edits.map((edit) => checkEdit(edit, claim, evidence))
      : [dropsCondition(claim, nearest), checkExceptions(claim, evidence)]),
    otherKind(claim, evidence),
    checkRestrictions(claim, evidence),
  ]);
}

function checkEdit({ removed, added, removedText, addedText }: Edit, claim: string, evidence: Evidence): Verdict {
  const strange = added.filter(
    (word) =>
      contentStems(word).size > 0 &&
      /^\p{L}{3,}/u.test(word) &&
      !neutral.has(word) &&
      !alone.test(word) &&
      !hasWord(wholeOf(evidence), word),
  );
  if (removed.length === 0 && strange.length > 0 && (strange.length > 1 || narrows(addedText)))
    return failed(`The quote says nothing of “${addedText}”.`);
  const lost = removed.filter(
    (word) =>
      // What a heading says applies to everything below it and need not be repeated.
      !hasWord(evidence.around.join(' '), word) &&
      contentStems(word).size > 0 &&
      !alone.test(word) &&
      !neutral.has(word) &&
      !hasWord(claim, word),
  );
  if (added.length === 0 && lost.length > 0 && isCondition(removedText))
    return failed(`The claim leaves out “${removedText.trim()}”.`);
  return strange.length > 0 ? unproven(`The quote does not say “${strange.join(' ')}”.`) : passed;
}

const opening =
  /^\W*(?:if|unless|in case|when(?:ever)?|after|before|during|until|above|below|without|provided|wenn|falls|si|cuando)\s([^,.;]{3,120}),/iu;

/** For copies: whether the claim drops the condition that opens the sentence. */
function dropsOpening(claim: string, sentence: string): Verdict {
  const [phrase, words = ''] = opening.exec(sentence) ?? [];
  const wanted = contentStems(words).size;
  return phrase !== undefined && wanted > 0 && !courtesy.test(words) && missingStems(words, claim).length > wanted / 2
    ? failed(`The claim leaves out “${phrase}”.`)
    : passed;
}

/** Whether a phrase is a condition, and not an independent clause that applies without it. */
function isCondition(text: string): boolean {
  return (
    narrows(text) &&
    !/[;:]\s|\s(?:and|but|while|whereas|or)\s*$/.test(text) &&
    !/^\W*even\b/i.test(text) &&
    !courtesy.test(text.replace(/^\W*if\b/i, ''))
  );
}

/**
 * Checks a label before a verbatim sentence, as in "Pro plan: …" or "For E1042, …". The label must be one of the
 * sentence's headings; if it is a code, that of the nearest heading with a code.
 */
function checkLabel(claim: string, { sentence, around }: Evidence): Verdict {
  for (const mark of claim.slice(0, longestLabel).matchAll(/[:.,]\s/g)) {
    const label = claim.slice(0, mark.index).replace(/^(?:For|In|On|With)\s/, '');
    if (!isWholeSentence(claim.slice(mark.index + 2), sentence)) continue;
    const words = scannedWords(label).filter((word) => contentStems(word).size > 0 && !neutral.has(word));
    const nearest = codesOf(around.findLast((title) => codesOf(title).length > 0) ?? '').map(({ value }) => value);
    const isOther = codesOf(label).some(({ value }) => nearest.length > 0 && !nearest.includes(value));
    const above = around.map((title) => plainWords(title));
    // "For a parcel you need: …" under the headings "Parcels" and "You need:".
    const whole = [sentence, ...around].join(' ');
    if (
      words.length > 0 &&
      (isOther ||
        !(
          above.some((title) => ` ${title} `.includes(` ${plainWords(label)} `)) ||
          holds(scannedWords(sentence), label) ||
          words.every((word) => hasWord(whole, word))
        ))
    )
      return failed(`The quote stands under “${around.at(-1) ?? ''}”, not under “${label}”.`);
  }
  return passed;
}

const longestLabel = 90;

const neutral = new Set(
  'all each every any both today currently now according policy document text passage states says stated note please always will would can may must generally typically'.split(
    ' ',
  ),
);

/** For paraphrases: whether the claim says almost nothing of a condition that the sentence makes. */
function dropsCondition(claim: string, sentence: string): Verdict {
  for (const [phrase, words = ''] of sentence.matchAll(condition)) {
    const wanted = contentStems(words.replace(/,.*$/s, ''));
    if (wanted.size === 0 || courtesy.test(words)) continue;
    const lost = missingStems(words.replace(/,.*$/s, ''), claim).length;
    if (lost > 0.75 * wanted.size) return failed(`The claim leaves out “${phrase.trim()}”.`);
  }
  return passed;
}

/** Nouns for which a document often describes several kinds separately. */
const kind = String.raw`plans?|tiers?|editions?|packages?|regions?|models?|zones?|accounts?|subscriptions?|customers|orders|members|users|countries|licen[cs]es?`;
const kindShape = new RegExp(String.raw`(?<![\p{L}\d])([\p{L}\d]{3,})\s(${kind})(?![\p{L}\d])`, 'giu');
const anyKind = new Set(
  'the this that your our their his her its each every all any some most other another these those which what for and with from per new one two three paid own same both such are have can may must'.split(
    ' ',
  ),
);

/** "Basic plan" in a claim whose evidence is about the Pro plan, in any capitalization. */
function otherKind(claim: string, evidence: Evidence): Verdict {
  const whole = wholeOf(evidence);
  const stated = kindsOf(whole);
  for (const [name, noun] of kindsOf(claim)) {
    const siblings = stated.filter(([, other]) => other === noun);
    if (siblings.length > 0 && !hasWord(whole, name))
      return failed(
        `The claim is about the ${name} ${noun}, the quote about the ${siblings.map(([other]) => other).join(', ')} ${noun}.`,
      );
  }
  return passed;
}

function kindsOf(text: string): (readonly [name: string, noun: string])[] {
  return (
    [...text.matchAll(kindShape)]
      .map(([, name = '', noun = '']) => [name.toLowerCase(), noun.toLowerCase().replace(/s$/, '')] as const)
      // How many there are, the check of numbers compares: 1,000 orders are 1000 orders.
      .filter(([name]) => !anyKind.has(name) && /\p{L}/u.test(name))
  );
}

/** Words that exclude a case from the rule, and words that include it. */
const excepting = String.raw`unless|except(?:ing)?(?: for| in| when| that| on| if)?|excluding|apart from|other than|with the exception of|but not|save for|außer|es sei denn|sauf|excepto|salvo|a menos que`;
const including = String.raw`even if|if|including|and also|such as|provided(?: that)?|as long as`;
const shape = new RegExp(String.raw`(?<![\p{L}])(?:(${excepting})|(${including}))(?![\p{L}])([^.;:,]{2,120})`, 'giu');
const otherwise = /([^.;:]{4,160})[;,.]\s*otherwise\b/giu;
const negation = /\b(?:not|no|never|without|cannot|nothing|none)\b|n['’]t\b/i;
const restriction =
  /\b(?:only|solely|exclusively|alone|just|nobody|none|nothing|no one|no other|must|cannot|not|never|limited|reserved|nur|seulement|uniquement|solo|sólo)\b|n['’]t\b/i;

/** Limits the text: conditions are compared pairwise. */
const longest = 2_000;

interface Condition {
  readonly excepts: boolean;
  readonly words: string;
  readonly text: string;
}

function conditionsOf(text: string): Condition[] {
  const marked = [...text.matchAll(shape)].map(([phrase, except, , words = '']) => ({
    excepts: (except !== undefined) !== negation.test(words),
    words,
    text: phrase,
  }));
  return [
    ...marked,
    ...[...text.matchAll(otherwise)].map(([phrase, words = '']) => ({ excepts: true, words, text: phrase })),
  ];
}

/**
 * An exception that the quote does not make, an "if" for an "unless", or "not only" for "only", however the rest is
 * worded.
 */
export function checkExceptions(claim: string, evidence: Evidence): Verdict {
  const stated = conditionsOf(evidence.sentence.slice(0, longest));
  return worst([
    ...conditionsOf(claim.slice(0, longest)).map((condition) => checkCondition(condition, stated, evidence)),
    checkOnly(claim.slice(0, longest), evidence.sentence.slice(0, longest)),
  ]);
}

function checkCondition(condition: Condition, stated: readonly Condition[], evidence: Evidence): Verdict {
  const stems = contentStems(condition.words);
  if (stems.size === 0) return passed;
  const whole = wholeOf(evidence).slice(0, 2 * longest);
  const carried = [...stems].filter((stem) => hasWord(whole, stem)).length;
  const isNew = new RegExp(String.raw`^(?:${excepting})`, 'iu').test(condition.text);
  if (isNew && carried < stems.size / 2) return failed(`The quote does not say “${condition.text.trim()}”.`);
  const [same] = stated.filter(({ words }) => shares(stems, contentStems(words)));
  return same && same.excepts !== condition.excepts
    ? contradicted(`The claim says “${condition.text.trim()}”, the quote “${same.text.trim()}”.`)
    : passed;
}

function shares(own: ReadonlySet<string>, stated: ReadonlySet<string>): boolean {
  const shared = [...own].filter((stem) => stated.has(stem)).length;
  return shared > 0 && shared * 2 >= Math.min(own.size, stated.size);
}

/** "Only the Owner can" implies "the Owner can", but not the reverse; it never implies "not only the Owner can". */
function checkOnly(claim: string, sentence: string): Verdict {
  const only = /\b(?:only|solely|exclusively)\b/i;
  if (/\bnot only\b/i.test(claim) && !/\bnot only\b/i.test(sentence))
    return contradicted('The claim says “not only”, the quote does not.');
  const clause = sentence.split(/[;,]\s/).find((part) => only.test(part));
  if (clause === undefined || restriction.test(claim)) return passed;
  const stems = contentStems(clause);
  const kept = [...stems].filter((stem) => hasWord(claim, stem)).length;
  return kept * 2 > stems.size && !/\bonly (?:one|once|a|an|\d)/i.test(clause)
    ? failed('The claim leaves out “only”.')
    : passed;
}
