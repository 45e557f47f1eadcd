import { messageOf } from '../../errors.ts';
import { contentStems } from '../../grounding/checks/coverage.ts';
import { readDocuments } from '../../knowledge/store/documents.ts';
import { isUnspaced } from '../../knowledge/words.ts';
import { narrows } from '../../retrieval/filter.ts';
import type { Passage, SearchFilter } from '../../retrieval/passage.ts';
import { type EvidenceState, innerHeadings, isNear } from '../evidence/evidence.ts';
import { type AgentParts, type NodeContext, throwIfGone } from '../node.ts';
import type { AbstentionReason, NextStepKind } from '../outcome.ts';
import { unknownWords } from '../question/refinements.ts';
import type { AskState } from '../state.ts';
import { plainTitle, type Refusal, shownNearest } from './refusalSaying.ts';

/** A step before its words are chosen. */
export interface NextStepFacts {
  readonly kind: NextStepKind;
  /** REPHRASE: the question's words that no document knows. */
  readonly unknown: readonly string[];
  /** Those of them that the message does not name. */
  readonly untold: readonly string[];
  /** REPHRASE: headings of the nearest passages that can be asked about. */
  readonly nearby: readonly string[];
  /** RELAX_FILTER: the field to leave out; null: any. */
  readonly filterField: string | null;
  /** ASK_OWNER: the author of the nearest document. */
  readonly owner: string | null;
}

const mostSteps = 4;
const noFacts: Omit<NextStepFacts, 'kind'> = { unknown: [], untold: [], nearby: [], filterField: null, owner: null };

/**
 * What the asker can do now, the likeliest to help first, 4 at most.
 * @param refusal what the refusal says already
 * @param owner the author of the nearest document, where one is known
 */
export function nextSteps(
  state: AskState,
  reason: AbstentionReason,
  refusal: Pick<Refusal, 'unknown' | 'place'>,
  owner: string | null,
): NextStepFacts[] {
  const { request } = state;
  const isRelated = nearestIsRelated(state, reason);
  const step = (kind: NextStepKind, facts: Partial<NextStepFacts> = {}): NextStepFacts => ({
    ...noFacts,
    kind,
    ...facts,
  });
  const when = (holds: boolean, found: NextStepFacts) => (holds ? [found] : []);
  return [
    ...when(reason === 'BUDGET_EXHAUSTED', step('RAISE_BUDGET')),
    ...when(
      narrows(request.filter),
      step('RELAX_FILTER', { filterField: state.relaxable ?? onlyNarrowingField(request.filter) }),
    ),
    ...when(missesTheTime(state), step('BROADEN_TIME')),
    // No wording settles a contradiction, or brings a model back.
    ...when(
      reason !== 'CONFLICTING_EVIDENCE' && reason !== 'MODEL_UNAVAILABLE',
      step('REPHRASE', wordingOf(state, isRelated, refusal)),
    ),
    ...when(isRelated && owner !== null, step('ASK_OWNER', { owner })),
    ...when(isRelated, step('READ_NEAREST')),
    ...when(reason !== 'BUDGET_EXHAUSTED' && endedByBudget(state), step('RAISE_BUDGET')),
    step('ADD_DOCUMENT'),
  ].slice(0, mostSteps);
}

function wordingOf(
  { evidence, request }: AskState,
  isRelated: boolean,
  { unknown: told, place }: Pick<Refusal, 'unknown' | 'place'>,
): Pick<NextStepFacts, 'unknown' | 'untold' | 'nearby'> {
  const unknown = unknownWords(request.question, evidence.unknown, evidence.searchConfig);
  const untold = unknown.filter((word) => !told.some((words) => words.includes(word)));
  return {
    unknown,
    untold,
    nearby: isRelated
      ? nearbyHeadings(request.question, evidence, evidence.passages.slice(0, shownNearest), place)
      : [],
  };
}

function nearestIsRelated({ evidence }: AskState, reason: AbstentionReason): boolean {
  return isNear(evidence) && reason !== 'OUT_OF_SCOPE';
}

function endedByBudget({ stopReason }: AskState): boolean {
  return stopReason === 'DEADLINE' || stopReason === 'TOKEN_BUDGET' || stopReason === 'ROUND_LIMIT';
}

/**
 * What was found is about another time than the question, or nothing was valid at the instant that was asked about. A
 * filter of time is a filter.
 */
function missesTheTime({ unmet, evidence, request: { asOf, askedAt } }: AskState): boolean {
  return (
    unmet.some(({ kind }) => kind === 'OTHER_TIME') ||
    (evidence.passages.length === 0 && asOf.getTime() !== askedAt.getTime())
  );
}

/** Null when several fields narrow: which of them is in the way is not known. */
function onlyNarrowingField(filter: SearchFilter): string | null {
  const fields = (Object.keys(filter) as (keyof SearchFilter)[]).filter((field) => narrows({ [field]: filter[field] }));
  return fields.length === 1 ? (fields[0] ?? null) : null;
}

/**
 * The person or team that is named as the author of the nearest document; null when none is, or it could not be read in
 * time. @throws CANCELLED
 */
export async function ownerOfNearest(
  parts: AgentParts,
  state: AskState,
  reason: AbstentionReason,
  context: NodeContext,
): Promise<string | null> {
  const [nearest] = state.evidence.passages;
  if (!nearest || !nearestIsRelated(state, reason) || context.millisLeft === 0) return null;
  try {
    const [document] = await readDocuments(parts.database, state.request, [nearest.documentId]);
    return authorName(document?.author ?? null);
  } catch (error) {
    throwIfGone(context.signal);
    parts.log.warn('author not read', { runId: state.request.runId, error: messageOf(error) });
    return null;
  }
}

const most = 2;
/** A longer heading is a sentence, and reads as one inside another. */
const longest = 60;
/** Headings that stand in every document tell nothing about this one. */
const general =
  /^(?:overview|introduction|intro|summary|abstract|contents|table of contents|about|background|general|details?|notes?|tips?|examples?|steps?|how it works|what is new|faq|frequently asked questions|questions|see also|related|references|appendix|further reading|next steps|more|other|miscellaneous|prerequisites|requirements|conclusion|usage)$/i;

/** Shorter words of a heading seldom tell what it is about ("One label", "Move up"). */
const leastLetters = 5;
/** Of the question's known words by their weight, the share that a heading must have: "make" or "one" alone is none. */
const leastShared = 0.2;

/**
 * Up to two things that the nearest passages are about, by their headings and titles, each with words of the question
 * and one that it does not have: sections of the nearest passage first, then titles and sections of the others.
 * @param nearest best first
 * @param place how the message calls the nearest passage: it is not offered again
 */
export function nearbyHeadings(
  question: string,
  { idf, unknown }: Pick<EvidenceState, 'idf' | 'unknown'>,
  nearest: readonly Passage[],
  place: string,
): string[] {
  const [asked, told] = [contentStems(question), contentStems(place)];
  const known = idf.filter(([lexeme]) => !unknown.includes(lexeme));
  const isOffered = (heading: string) =>
    heading.length <= longest &&
    !general.test(heading) &&
    shareOf(heading, known, asked) >= leastShared &&
    saysMore(heading, asked) &&
    saysMore(heading, told);
  const [first, ...others] = nearest;
  const headings = [
    ...(first ? headingsIn(first) : []),
    ...others.map(({ documentTitle }) => documentTitle),
    ...others.flatMap(headingsIn),
  ];
  return distinct(headings.map(withoutMarks).filter(isOffered)).slice(0, most);
}

/** How much of the question a heading has: 0..1 by the weight of its lexemes, 0 or 1 where they have none. */
function shareOf(heading: string, known: EvidenceState['idf'], asked: ReadonlySet<string>): number {
  const stems = [...contentStems(heading)].filter((stem) => asked.has(stem));
  const all = known.reduce((sum, [, weight]) => sum + weight, 0);
  if (all === 0 || stems.length === 0) return Math.min(1, stems.length);
  return (
    known
      .filter(([lexeme]) =>
        stems.some((stem) => stem.startsWith(lexeme.slice(0, stem.length)) || lexeme.startsWith(stem)),
      )
      .reduce((sum, [, weight]) => sum + weight, 0) / all
  );
}

function headingsIn(passage: Passage): string[] {
  return [...passage.sectionPath.slice(-1), ...innerHeadings(passage)];
}

function withoutMarks(heading: string): string {
  return plainTitle(heading.replaceAll(/[*_#]/g, ''));
}

function saysMore(heading: string, than: ReadonlySet<string>): boolean {
  const words = heading.match(/[\p{L}\p{M}\d]+/gu) ?? [];
  return words.some(
    (word) =>
      (word.length >= leastLetters || isUnspaced(word)) && [...contentStems(word)].some((stem) => !than.has(stem)),
  );
}

/** Each once, whatever its case. */
function distinct(headings: readonly string[]): string[] {
  const seen = new Set<string>();
  return headings.filter((heading) => !seen.has(heading.toLowerCase()) && Boolean(seen.add(heading.toLowerCase())));
}

/** Programs, and the accounts and robots that write for people: nobody can be asked there. */
const programs =
  /\b(?:python-docx|docx4j|apache poi|openpyxl|microsoft|ms word|office 365|word|excel|powerpoint|libreoffice|openoffice|writer|calc|impress|pdftex|latex|luatex|xetex|tex|acrobat|distiller|pdfmaker|adobe|indesign|pages|google docs|google|unoconv|pandoc|canva|wkhtmltopdf|skia|chromium|chrome|headless|puppeteer|playwright|ghostscript|quartz|itext|reportlab|fpdf|tcpdf|dompdf|prince ?xml|weasyprint|calibre|scribus|confluence|sharepoint|notion|sphinx|mkdocs|docusaurus|wordpress|scanner|bot|robot|crawler|spider|system|service account|automation|jenkins|github actions?|ci|cron|root|daemon|no-?reply|do-?not-?reply|donotreply|mailer|postmaster|webmaster|noreply)\b/i;
const nobody =
  /^(?:admin(?:istrator)?|users?|owner|author|guest|test(?:er)?|unknown|anonymous|anonym|unbekannt|n\/?a|none|null|undefined|default|me|myself|someone|editor|editors|staff|company|untitled|title|name|your name|first last|pc|laptop|desktop|computer|home|windows|windows user|mac|macbook|asus|dell|hp|lenovo|acer|toshiba|sony|samsung)[\s\d]*$/i;
const address = /:\/\/|www\.|@|\\|^\//i;
/** Letters and digits without a blank: "svc-docs01", "jd4711", "DESKTOP-9K2L". */
const account = /^(?=\S*\d)\S+$|^[a-z]+[._-][a-z._-]+$/;
/** UTF-16 units; more than that is no name. */
const longestName = 60;

/**
 * The name of a person or a team that a document was stored with as its author, or null when it names a program, an
 * account or nobody: documents keep what the software wrote that made them. An e-mail address in angle brackets is left
 * out; a bare one is no name.
 * @param stored as the document has it
 */
export function authorName(stored: string | null): string | null {
  const name = (stored ?? '')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replace(/\s*<[^>]*>\s*$/, '')
    .trim();
  const letters = name.match(/\p{L}/gu)?.length ?? 0;
  return letters < 2 ||
    name.length > longestName ||
    programs.test(name) ||
    nobody.test(name) ||
    address.test(name) ||
    account.test(name) ||
    /[<>`[\]{}]/.test(name)
    ? null
    : name;
}
