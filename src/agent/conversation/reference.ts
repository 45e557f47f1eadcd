import {
  isName,
  phrasesOf,
  phraseWords,
  type Phrase,
  type Word,
  auxiliaries,
  clauseStarts,
  functionWords,
  genericNouns,
  kindNouns,
  prepositions,
  questionWords,
  relationWords,
  selfEvident,
} from './phrases.ts';

/** A word that refers to something said elsewhere. */
export interface Reference {
  /** THING: it, they, this. WHOSE: its. PERSON: he. PERSONS: his. KIND: that plan. ONE: a cheaper one. PLACE: there. */
  readonly kind: 'THING' | 'WHOSE' | 'PERSON' | 'PERSONS' | 'KIND' | 'ONE' | 'PLACE';
  /** As written in the question. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const plainKinds: Readonly<Record<string, Reference['kind']>> = {
  it: 'THING',
  "it's": 'THING',
  "they're": 'THING',
  "he's": 'PERSON',
  "she's": 'PERSON',
  they: 'THING',
  them: 'THING',
  itself: 'THING',
  its: 'WHOSE',
  their: 'WHOSE',
  he: 'PERSON',
  she: 'PERSON',
  him: 'PERSON',
  his: 'PERSONS',
  her: 'PERSONS',
};
/** After these, a demonstrative is their object and does not lead its clause: "I know that". */
const introducesObject = new Set([
  'know',
  'says',
  'say',
  'think',
  'mean',
  'means',
  'heard',
  'believe',
  'see',
  'so',
  'one',
  'those',
  'something',
  'anything',
  'everything',
  'all',
]);
const determiners = new Set(['this', 'that', 'these', 'those']);
const judged =
  'possible|impossible|necessary|legal|illegal|lawful|allowed|permitted|forbidden|required|mandatory|compulsory|ok|okay|fine|true|common|normal|usual|important|better|best|worth|worthwhile|safe|dangerous|useful|hard|difficult|easy|advisable|likely|recommended|clear|safer|cheaper|easier|harder|faster|wise|wiser|smart|smarter|unsafe|good|bad|right|wrong|fair|rude|enough|a good idea';
/** "it" that refers to nothing: "is it possible to", "how long does it take to", "what time is it". */
const emptyIt = new RegExp(
  [
    String.raw`\bit(?:'s|\s+(?:is|was|be|would be|will be))?\s+(?:\p{L}+\s+)?(?:${judged})\s+(?:to|that|for|if|when|not|\p{L}+ing)\b`,
    String.raw`\bit\s+(?:takes?|costs?|requires?|matters?|helps?|hurts?|makes?\s+sense|is\s+called|seems?)\s+(?:\S+\s+){0,4}?(?:to|if|whether|that|when)\s`,
    String.raw`\bit\s+sets?\s+(?:me|us|you|one|people)\s+back\b`,
    String.raw`\bdoes\s+it\s+set\s+\p{L}+\s+back\b`,
    String.raw`\b(?:what|which)\s+(?:time|day|date|year)\s+is\s+it\b`,
    String.raw`\bis\s+it\s+(?:\S+\s+){1,3}?(?:who|that|or\s+(?:who|what|which|someone|somebody))\s`,
    String.raw`\bit\s+(?:rains?|snows?|raining|snowing)\b`,
  ].join('|'),
  'giu',
);

/** "Does it have a warranty, the BP-4?": what "it" is comes at the end. */
const namedAtTheEnd = /,\s*(?:the|this|that|my|your|our)\s+(?:[^\s,?]+\s?){1,4}\??\s*$/iu;

/** What the question refers to without naming it, in order of appearance. */
export function referencesIn(question: string): Reference[] {
  const words = phraseWords(question);
  const phrases = phrasesOf(question);
  const quoted = [...question.matchAll(/["“«„][^"”»“]*["”»“]/g)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
  const empty = [...question.replaceAll('’', "'").matchAll(emptyIt)].flatMap((match) =>
    [...match[0].matchAll(/\bit\b/gi)].map((it) => match.index + it.index),
  );
  const end = namedAtTheEnd.exec(question)?.index;
  const isNamed = end !== undefined && phrases.some((phrase) => phrase.names && phrase.start > end);
  return words.flatMap((word, at) => {
    if (isNamed && word.start < end) return [];
    // Text in quotation marks is a name, such as that of a button.
    const isQuoted = quoted.some(({ from, to }) => word.start >= from && word.end <= to);
    const reference = isQuoted || empty.includes(word.start) ? null : referenceAt(words, at, phrases, question);
    return reference && !isBound(reference, words, at, phrases) ? [reference] : [];
  });
}

/**
 * The first reference that nothing can explain in a question asked on its own; null: none. Where the question names
 * anything, the documents may answer it whoever "he" is: "if he is too ill to sit the exam"; a question that begins
 * with "this city" describes it.
 */
export function unexplainedIn(question: string): Reference | null {
  const naming = phrasesOf(question).filter(({ names }) => names);
  return (
    referencesIn(question).find(({ kind, start, end }) => {
      if (kind === 'PLACE' || kind === 'ONE') return false;
      if (kind === 'KIND') return start > 0 && !naming.some((phrase) => phrase.end <= start || phrase.start >= end);
      // "Can it connect": a word right behind it says what it does.
      return !naming.some(({ words, start: from }) => words.length > 1 || from > end + 1);
    }) ?? null
  );
}

function referenceAt(
  words: readonly Word[],
  at: number,
  phrases: readonly Phrase[],
  question: string,
): Reference | null {
  const word = words[at];
  if (!word) return null;
  // "IT" is a department.
  if (word.text.length > 1 && word.text === word.text.toUpperCase()) return null;
  const plainKind = Object.hasOwn(plainKinds, word.lower) ? plainKinds[word.lower] : undefined;
  if (plainKind) return refer(word.lower === 'her' && isLast(words, at) ? 'PERSON' : plainKind, word);
  if (determiners.has(word.lower)) return demonstrative(words, at, phrases, question);
  if (word.lower === 'there' && isPlace(words, at)) return refer('PLACE', word);
  if ((word.lower === 'one' || word.lower === 'ones') && standsForNoun(words, at)) return refer('ONE', word);
  return null;
}

function refer(kind: Reference['kind'], { text, start, end }: Word): Reference {
  return { kind, text, start, end };
}

function demonstrative(
  words: readonly Word[],
  at: number,
  phrases: readonly Phrase[],
  question: string,
): Reference | null {
  const [word, before, after] = [words[at], words[at - 1], words[at + 1]];
  if (!word) return null;
  const phrase = after && !after.apart ? phrases.find(({ start }) => start === after.start) : undefined;
  const leads = !before || word.apart || (functionWords.has(before.lower) && !introducesObject.has(before.lower));
  if (saysOfTalk(question.slice(word.start), before)) return null;
  if (phrase && isPredicate(phrase, before)) return refer('THING', word);
  if (phrase) {
    if (word.lower === 'that' && !leads && !isObject(words, at)) return null;
    // "This year", "that day": no earlier turn explains these.
    const noun = phrase.words.at(-1)?.lower ?? '';
    if (selfEvident.has(noun) || selfEvident.has(after?.lower ?? '')) return null;
    return { kind: 'KIND', text: question.slice(word.start, phrase.end), start: word.start, end: phrase.end };
  }
  if (
    ['who', 'whose', 'which', 'that', 'of', 'with', 'in', 'from'].includes(after?.lower ?? '') &&
    word.lower === 'those'
  )
    return null;
  if (isLast(words, at) || (after?.apart ?? false))
    return word.lower === 'that' || word.lower === 'this' || before ? refer('THING', word) : null;
  const free = before
    ? auxiliaries.has(before.lower) ||
      (prepositions.has(before.lower) && !['i', 'you', 'we', 'the', 'a', 'he', 'she'].includes(after?.lower ?? ''))
    : auxiliaries.has(after?.lower ?? '');
  return free ? refer('THING', word) : null;
}

/** "That was not my question", "that is fine", "is that all": about the conversation, not about a thing. */
function saysOfTalk(text: string, before: Word | undefined): boolean {
  if (
    /^(?:that|this)(?:['’]s| is| was) (?:not (?:what|my|the)|fine|ok|okay|all|great|good|right|correct|it|interesting|helpful|strange)\b/i.test(
      text,
    )
  )
    return true;
  return before?.lower === 'is' && /^that all\b/i.test(text);
}

const verbsAfter =
  /^(?:mean|include|cover|work|integrate|apply|cost|take|last|happen|help|affect|change|require|need|come|differ|compare|exist|count|depend|make|sound|seem|look|start|end|bring|hold|run|support|use|have|contain|expire|go|fit|matter)$/;
const adjectiveAfter =
  /(?:ed|able|ible|ful|less|ous|ent|ant|ive|al|free|safe|true|new|legal|necessary|enough|common|cheap|expensive|right|wrong|correct|normal|worth|likely|ready|secure|easy|hard|better|best|worse|done|known)$/;

/**
 * "Does that include telephones", "is this intended for": the phrase after the word says something about its referent
 * without naming it.
 */
function isPredicate(phrase: Phrase, before: Word | undefined): boolean {
  const [first, second] = phrase.words;
  if (!before || !first || isName(first)) return false;
  if (
    /^(?:do|does|did|can|could|will|would|should|may|might|must|doesn't|don't|didn't|won't|can't)$/.test(before.lower)
  )
    return verbsAfter.test(first.lower);
  return (
    /^(?:is|are|was|were|isn't|aren't|wasn't)$/.test(before.lower) &&
    adjectiveAfter.test(first.lower) &&
    (!second || !relationWords.has(first.lower) || /ed$/.test(first.lower)) &&
    !(second && /^(?:free|new|legal|common)$/.test(first.lower))
  );
}

/** "Can I cancel that plan": a thing follows a verb. In "a printer that costs", a verb follows a thing. */
function isObject(words: readonly Word[], at: number): boolean {
  const noun = words[at + 1]?.lower ?? '';
  return (
    (genericNouns.has(noun) || kindNouns.has(noun)) &&
    !/^(?:costs?|changes?|charges?|issues?|places?|steps?|types?)$/.test(noun) &&
    ['i', 'you', 'we', 'to'].includes(words[at - 2]?.lower ?? '')
  );
}

function isLast(words: readonly Word[], at: number): boolean {
  return at === words.length - 1;
}

function isPlace(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]?.lower ?? '';
  if (['from', 'over', 'up', 'near', 'out', 'down'].includes(before)) return true;
  return at > 0 && !auxiliaries.has(before) && (isLast(words, at) || (words[at + 1]?.apart ?? false));
}

/** "A cheaper one", "which ones"; not "one of", "no one", "one day". */
function standsForNoun(words: readonly Word[], at: number): boolean {
  const [before, after] = [words[at - 1]?.lower ?? '', words[at + 1]];
  if (['', 'no', 'any', 'every', 'each', 'at', 'to', 'for', 'in', 'is', 'are'].includes(before)) return false;
  if (/\d/.test(before)) return false;
  return !after || after.apart || (functionWords.has(after.lower) && after.lower !== 'of');
}

/** Whether the question itself names, before the word, what the word may refer to. */
function isBound(reference: Reference, words: readonly Word[], at: number, phrases: readonly Phrase[]): boolean {
  if (reference.kind === 'KIND') return false;
  const named = phrases.filter((phrase) => phrase.names && phrase.end <= reference.start);
  if (named.length === 0) return false;
  if (reference.kind === 'WHOSE' || reference.kind === 'PERSONS') return true;
  const first = named[0]?.end ?? 0;
  return (
    words.some(
      (word, place) =>
        word.start >= first &&
        place < at &&
        (word.apart ||
          (clauseStarts.has(word.lower) && place > 0 && !questionWords.has(word.lower)) ||
          (word.lower === 'to' && place < at - 1)),
    ) ||
    (words[at]?.apart ?? false)
  );
}
