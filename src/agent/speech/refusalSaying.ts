import { fitted } from '../../confidence/fitted.ts';
import type { UnmetCondition } from '../../grounding/answerability/unmetConditions.ts';
import { suspicious } from '../../grounding/injection/orders.ts';
import { withoutAddresses } from '../../grounding/injection/addresses.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import { languageOfQuestion } from '../../knowledge/language/language.ts';
import { itemMark } from '../../knowledge/language/sentences.ts';
import { languageOfConfig } from '../../knowledge/language/words.ts';
import { isSilent } from '../../knowledge/language/stems.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { MessageKey } from './catalogue/messageKey.ts';
import { say, type Saying } from './say.ts';
import type { Abstention, AbstentionReason, Alternative } from '../state/outcome.ts';
import { innerHeadings } from '../evidence/evidence.ts';
import { isReliable } from '../evidence/suggestion.ts';
import { unknownWords } from '../question/refinements.ts';
import type { AskState } from '../state/askState.ts';
import type { EvidenceState } from '../state/evidence.ts';
import type { Question } from '../../retrieval/question/question.ts';

/** How many passages a refusal shows. */
export const shownNearest = 3;

const mostUnknown = 3;

interface Said {
  readonly keys: readonly MessageKey[];
  readonly words: readonly string[];
}

/** What a refusal is worded from. */
type Refused = Pick<AskState, 'request' | 'planned' | 'found' | 'judged'>;

/** What a refusal says, and which parts of it the next steps need not repeat. */
export interface Refusal {
  /** What it begins with; null: it suggests nothing. */
  readonly suggesting: Saying | null;
  readonly saying: Saying;
  /** Words that it says no document contains. */
  readonly unknown: readonly string[];
  /** What it calls the suggested or nearest passage; empty if it names none. */
  readonly place: string;
}

/** What a refusal offers to look at. */
interface Offered {
  /** Likeliest first. */
  readonly alternatives: readonly Alternative[];
  /** The first of them, if it may well be the answer. */
  readonly suggestion: Alternative | null;
}

/** The message. A suggestion is its first line, so that it can be shown or left out by itself. */
export function refusalMessage(
  { suggesting, saying }: Pick<Refusal, 'suggesting' | 'saying'>,
  language: string,
): string {
  return [...(suggesting ? [suggesting] : []), saying].map((each) => say(each, language)).join('\n');
}

/** What a message says beside its suggestion. */
export function besideSuggestion({ message, suggestion }: Pick<Abstention, 'message' | 'suggestion'>): string {
  return suggestion === null ? message : message.slice(message.indexOf('\n') + 1);
}

/**
 * What is suggested, what was looked for, in the asker's own words, and what is nearest to it. Only passages that are
 * offered are named. The refusal says that the nearest one is no answer only if an unmet condition shows this: in 42 of
 * 85 refusals of questions as people ask them, that passage was from the document that answers. It contains no model's
 * words, and titles and headings only if they are fit to be shown.
 */
export function refusalSaying(
  state: Refused,
  reason: AbstentionReason,
  { alternatives, suggestion }: Offered = { alternatives: [], suggestion: null },
): Refusal {
  const { asked } = state.request.question;
  const question = suspicious(asked.text) ? '' : oneLine(asked.text);
  const place = nearestPlace(state, suggestion ? [suggestion] : alternatives);
  const suggesting = suggestion && suggestionSaying(suggestion, place);
  if (reason === 'OUT_OF_SCOPE') return plain(question === '' ? [reason] : ['OFF_TOPIC'], { question });
  if (reason !== 'WEAK_EVIDENCE') return { ...plain([reason]), suggesting, place: suggesting ? place : '' };
  const unmet = alternatives.length > 0 ? unmetSaying(state, place) : undefined;
  const { keys, words } = unmet ?? notAnswered(asked, state.found.evidence, question);
  const isNamed = place !== '' && suggesting === null && !keys.includes('NOT_MENTIONED');
  return {
    suggesting,
    saying: {
      keys: isNamed ? [...keys, unmet ? 'NEAREST' : 'NEAREST_UNSURE'] : keys,
      values: { question, words, nearest: place },
    },
    unknown: keys.includes('UNKNOWN_WORDS') ? words : [],
    place,
  };
}

/** The most UTF-16 units of a suggested sentence. */
const suggestedLength = 300;

function suggestionSaying({ sentence }: Alternative, place: string): Saying {
  return {
    keys: place === '' ? ['SUGGESTION'] : ['SUGGESTION', 'SUGGESTION_PLACE'],
    values: { sentence: oneLine(sentence, suggestedLength), nearest: place },
  };
}

/** What the nearest of some passages is called; empty if none is fit to be named. */
function nearestPlace({ judged: { sentences } }: Refused, offered: readonly Alternative[]): string {
  const places = offered.filter(isReliable).map(({ passage }) => placeOf(passage, sentences));
  return places.find(Boolean) ?? '';
}

/**
 * The question, and its words that occur in no document. If there are more than a few, the wording is unknown rather
 * than the subject, and the next steps name them.
 */
function notAnswered(asked: Question, evidence: EvidenceState, quoted: string): Said {
  const unknown = unknownIn(asked, evidence);
  const isNamed = unknown.length > 0 && unknown.length <= mostUnknown;
  return {
    keys: [quoted === '' ? 'WEAK_EVIDENCE' : 'NOT_ANSWERED', ...(isNamed ? ['UNKNOWN_WORDS' as const] : [])],
    words: isNamed ? unknown : [],
  };
}

/** Documents in another language have none of a question's words, whatever they say. */
function unknownIn(asked: Question, evidence: EvidenceState): string[] {
  const [own, theirs] = [languageOfQuestion(asked.text), languageOfConfig(evidence.searchConfig)];
  if (evidence.embedder === fitted.meantBy && own !== null && own !== theirs) return [];
  return unknownWords(asked, evidence.unknown, evidence.searchConfig).filter((word) => !isTalk(word));
}

function plain(keys: readonly MessageKey[], values: Saying['values'] = {}): Refusal {
  return { suggesting: null, saying: { keys, values }, unknown: [], place: '' };
}

/**
 * The condition that the evidence leaves unmet, if it can be named: first what occurs in no document, then what these
 * passages lack, then another time.
 */
function unmetSaying(
  { request, planned: { plan }, found: { evidence }, judged: { unmet } }: Refused,
  place: string,
): Said | undefined {
  const missing = unmet.flatMap((condition) => (isMissing(condition) ? [condition.fact.text] : []));
  const nowhere = missing.filter(
    (text) => unknownWords(request.question.worded(text), evidence.unknown, evidence.searchConfig).length > 0,
  );
  if (nowhere.length > 0) {
    const all = [
      ...nowhere,
      ...unknownIn(request.question.asked, evidence).filter((word) => !nowhere.some((text) => text.includes(word))),
    ];
    return { keys: ['UNKNOWN_WORDS'], words: all.length > mostUnknown ? nowhere : all };
  }
  if (missing.length > 0) return place === '' ? undefined : { keys: ['NOT_MENTIONED'], words: missing };
  const dates = plan?.facts.dates ?? [];
  return unmet.some(({ kind }) => kind === 'OTHER_TIME') && dates.length > 0
    ? { keys: ['OTHER_TIME'], words: dates.map(withoutPreposition) }
    : undefined;
}

function isMissing(condition: UnmetCondition): condition is Extract<UnmetCondition, { kind: 'MISSING_FACT' }> {
  return condition.kind === 'MISSING_FACT';
}

/** "in June 2026" is recognized in English only, and quoted in every language. */
function withoutPreposition(words: string): string {
  return words.replace(/^(?:back in|as of|in|on|during|at|since|before|until|by|from|of)\s+/i, '');
}

/** Conversational words, whatever the subject. Documents seldom use them, and no subject depends on one. English. */
const talk = new Set(
  (
    'think thinks thinking thought know knows knew guess suppose wonder wondering hear heard hearing look looks looking try tries tried trying ask asks asked asking told tell telling said saying saw seem seems ' +
    'located situated gone going gets getting got gotten happened happening reacts react reacting bother ' +
    'actually really basically honestly literally simply maybe perhaps probably somehow apparently forever ever anymore anyway besides instead somebody someone anybody anyone everybody everyone something stuff bit bits half big bigger huge small tiny front whole proper properly quickly soon later afterwards meanwhile ' +
    'good bad nice great fine happy sorry sad annoying stupid silly weird strange ' +
    'im ive id ill youre youve theyre theyve were weve dont doesnt didnt cant couldnt wont wouldnt shouldnt isnt arent wasnt werent hasnt havent hadnt thats whats whos wheres hows theres lets aint gonna wanna gotta ' +
    'hi hello hey thanks thank thx pls plz cheers guy guys folks mate dude yall ' +
    'midway halfway again already still once twice ages while whenever'
  ).split(' '),
);
/** "we're", "don’t". */
const contraction = /^\p{L}+['’](?:re|ve|ll|d|m|s|t)$/iu;

/**
 * Whether a word of a question is conversational and not part of its subject: nobody needs to know that such a word
 * occurs in no document.
 */
export function isTalk(word: string): boolean {
  const lower = word.toLowerCase();
  return contraction.test(lower) || talk.has(lower) || (isSilent(lower) && /^\p{L}{2,}$/u.test(lower));
}

/** The most UTF-16 units of a question, title or heading that a sentence quotes. */
const quotedLength = 80;

/** Characters that turn or hide the text around them. The joiners stay: Persian and Hindi are written with them. */
const invisible = /(?:(?![\u200C\u200D])\p{Cf})+/gu;

/**
 * The text as one line of at most `most` units without control characters. Longer text is cut at a word and
 * ends in an ellipsis.
 */
export function oneLine(text: string, most = quotedLength): string {
  const line = text
    .replaceAll(invisible, '')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\s]+/gu, ' ')
    .trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  const blank = cut.lastIndexOf(' ');
  return `${(blank > most / 2 ? cut.slice(0, blank) : cut).replace(/[\s,;:–-]+$/u, '')}…`.toWellFormed();
}

/**
 * A title or heading fit to be quoted in our sentences. Empty if it contains an address or markup, or gives orders: it
 * is the document author's text.
 */
export function plainTitle(text: string): string {
  const line = oneLine(text);
  return suspicious(text) || withoutAddresses(line) !== line || /[<>`[\]{}]/.test(line) ? '' : line;
}

/**
 * Where a passage is, for a person to find it: its document's title, then its last heading if that says more; empty if
 * neither is fit to be shown. Short sections share a passage; the section of the best sentence is named.
 */
export function placeOf(passage: Placed, chosen: readonly RankedSentence[] = []): string {
  const heading = headingAt(passage, chosen) ?? passage.sectionPath.at(-1) ?? '';
  const [title, section] = [plainTitle(passage.documentTitle), plainTitle(heading)];
  return oneLine([...new Set([title, section])].filter(Boolean).join(' › ')) || untitledPlace(passage);
}

/** A file's name, with no path and no address in it. */
const fileName = /(?:^|\/)(?<name>[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ._()+-]{0,60}\.\p{L}[\p{L}\p{N}]{1,4})$/u;
const firstWords = 6;

/** A passage without a title that is fit to be shown: its file, and the words that it begins with. */
function untitledPlace({ documentKey, documentTitle, text }: Placed): string {
  // A document without a title has its key for one.
  if (documentTitle !== documentKey) return '';
  const file = /:\/\/|@/.test(documentKey) ? '' : (fileName.exec(documentKey)?.groups?.['name'] ?? '');
  const words = oneLine(text).replace(itemMark, '').split(' ');
  const begins =
    words.length > firstWords
      ? `${words
          .slice(0, firstWords)
          .join(' ')
          .replace(/[\p{P}\s]+$/u, '')}…`
      : words.join(' ');
  return [file, plainTitle(begins)].filter(Boolean).join(': ');
}

type Placed = Pick<Passage, 'chunkId' | 'documentKey' | 'documentTitle' | 'sectionPath' | 'text' | 'sourceSpan'>;

/** The last heading in the passage's own text above the first of these sentences that is in it. */
function headingAt({ chunkId, text, sourceSpan }: Placed, chosen: readonly RankedSentence[]): string | undefined {
  const best = chosen.find(({ candidate }) => candidate.passage.chunkId === chunkId)?.candidate;
  if (!best) return undefined;
  const above = text.slice(0, Math.max(0, best.sourceSpan.start - sourceSpan.start));
  return innerHeadings({ text: above }).at(-1)?.replaceAll(/[*_]/g, '');
}
