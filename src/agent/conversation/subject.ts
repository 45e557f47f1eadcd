import type { Turn } from '../state/request.ts';
import { ongoing } from '../question/everydayVariants.ts';
import { coreOf, isName, openers, phrasesOf, stemOf, stemsOf, type Phrase, genericNouns, settings } from './phrases.ts';

/** How many of the newest turns are used to understand a question. */
export const maxTurns = 8;

/** What the turns are about. */
interface Subject {
  /** As written in the turn. */
  readonly text: string;
  readonly phrase: Phrase;
  /** Whether nothing else in its turn was as likely. */
  readonly sure: boolean;
}

/** How many turns back a subject is looked for. One that was not named since is forgotten. */
const lookBack = 4;
/** A phrase with more words than this is a sentence. */
const longestSubject = 8;

/** What the newest turn is about, or the one before it if that names nothing, and so on. */
export function subjectOf(turns: readonly Turn[]): Subject | null {
  const recent = turns.slice(-lookBack).toReversed();
  for (const [position, turn] of recent.entries()) {
    const subject = subjectIn(turn, recent.slice(position + 1));
    if (subject) return subject;
  }
  return null;
}

function subjectIn(turn: Turn, earlier: readonly Turn[]): Subject | null {
  const phrases = namingPhrases(turn.standalone).filter((phrase) => phrase.words.length <= longestSubject);
  const known = [stemsOf(turn.reply), ...earlier.map((other) => stemsOf(other.standalone))];
  const ranked = phrases
    .map((phrase) => ({ phrase, score: salience(phrase, known) }))
    .toSorted((left, right) => right.score - left.score);
  const [best, second] = ranked;
  return best ? { text: best.phrase.text, phrase: best.phrase, sure: !second || best.score - second.score >= 1 } : null;
}

/** What the text names, without the verbs and the relation words around it. */
function namingPhrases(text: string): Phrase[] {
  return phrasesOf(text)
    .flatMap((phrase) => coreOf(text, phrase) ?? [])
    .filter((phrase) => phrase.names);
}

/** A verb follows one of these: "how do I clean the printer". */
const beforeVerbs = new Set(['i', 'you', 'we', 'they', 'to', 'can', 'must', 'should']);

/**
 * Ranks names above common words, longer phrases above shorter ones, and what the reply and earlier turns mention above
 * what they do not. A place or a time comes last.
 */
function salience(phrase: Phrase, known: readonly ReadonlySet<string>[]): number {
  const stems = phrase.words.map((word) => stemOf(word.lower));
  const named = phrase.kind === 'COMMON' ? 0 : 2;
  const familiar = known.filter((stemSet) => stems.some((stem) => stemSet.has(stem))).length;
  return (
    named +
    0.5 * Math.min(phrase.words.length, 4) +
    0.75 * Math.min(familiar, 2) -
    (settings.has(phrase.before) ? 2 : 0) -
    (phrase.kind === 'COMMON' && beforeVerbs.has(phrase.before) ? 1 : 0)
  );
}

const action = new RegExp(
  String.raw`^${openers}(?:do|can|could|may|will|would|should) (?:you|i|we|they|people|customers) (?:also |still |even |already |only )?(?<done>[a-z]+ (?:to|in|from|with|by|for|at|via|through|without) (?:[^\s?]+ ?){1,5})\??$`,
  'iu',
);

/**
 * What the newest turn asks whether one does, as a noun: "shipping to Norway". "How long does it take?" then asks of
 * that, and not of Norway. Null: it asks of a thing.
 */
export function actionIn(turns: readonly Turn[]): string | null {
  const { done } = action.exec(turns.at(-1)?.standalone.trim() ?? '')?.groups ?? {};
  return done === undefined ? null : ongoing(`${done.charAt(0).toLowerCase()}${done.slice(1).trim()}`);
}

/** A person named in the turns: two or more names in a row, newest question first, then the replies. */
export function personIn(turns: readonly Turn[]): string | null {
  const recent = turns.slice(-lookBack).toReversed();
  const said = recent.flatMap((turn) =>
    /^who\b/i.test(turn.standalone) ? [turn.reply, turn.standalone] : [turn.standalone],
  );
  return firstOf([...said, ...recent.map((turn) => turn.reply)], (text) =>
    phrasesOf(text).find((phrase) => isPerson(phrase)),
  );
}

function isPerson({ kind, words }: Phrase): boolean {
  const names = words.filter((word) => isName(word));
  return (
    kind === 'NAME' &&
    names.length >= 2 &&
    names.length <= 4 &&
    names.length >= words.length - 1 &&
    !words.some((word) => genericNouns.has(word.lower) || /^\p{Lu}{2,}$/u.test(word.text))
  );
}

/** A place named in the turns: what follows "in" or "to". */
export function placeIn(turns: readonly Turn[]): string | null {
  const recent = turns.slice(-lookBack).toReversed();
  return firstOf(
    recent.map((turn) => turn.standalone),
    (text) =>
      namingPhrases(text).find(
        (phrase) => phrase.kind === 'NAME' && ['in', 'to', 'at', 'near', 'from', 'visit', 'of'].includes(phrase.before),
      ),
  );
}

/** The newest longer phrase that ends in the noun: "Pro plan" for "plan". */
export function phraseEndingIn(noun: string, turns: readonly Turn[]): string | null {
  const recent = turns.slice(-lookBack).toReversed();
  const stem = stemOf(noun);
  return firstOf([...recent.map((turn) => turn.standalone), ...recent.map((turn) => turn.reply)], (text) => {
    const ending = namingPhrases(text).filter(
      (phrase) =>
        stemOf(phrase.words.at(-1)?.lower ?? '') === stem &&
        phrase.words.length > 1 &&
        phrase.words.length <= longestSubject,
    );
    return ending.find((phrase) => phrase.kind !== 'COMMON') ?? ending[0];
  });
}

/** Whether a turn, including its reply, contains the noun. */
export function isSpokenOf(noun: string, turns: readonly Turn[]): boolean {
  const stem = stemOf(noun);
  return turns.some((turn) => stemsOf(`${turn.standalone} ${turn.question} ${turn.reply}`).has(stem));
}

function firstOf(texts: readonly string[], find: (text: string) => Phrase | undefined): string | null {
  for (const text of texts) {
    const found = find(text);
    if (found) return found.text;
  }
  return null;
}
