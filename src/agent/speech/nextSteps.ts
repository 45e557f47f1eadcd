import { messageOf } from '../../errors.ts';
import { isNobody } from '../../knowledge/formats/documentWriter.ts';
import { contentStems } from '../../knowledge/language/stems.ts';
import { readDocuments } from '../../knowledge/store/documents.ts';
import { isUnspaced } from '../../knowledge/language/words.ts';
import { narrows } from '../../retrieval/filter.ts';
import type { Passage, SearchFilter } from '../../retrieval/passage.ts';
import { innerHeadings, isNear } from '../evidence/evidence.ts';
import { type EvidenceState } from '../state/evidence.ts';
import { type AskState } from '../state/askState.ts';
import { type AgentParts, type NodeContext, throwIfGone } from '../parts/parts.ts';
import type { AbstentionReason, NextStepKind } from '../state/outcome.ts';
import { unknownWords } from '../question/refinements.ts';
import { plainTitle, type Refusal, shownNearest } from './refusalSaying.ts';
import type { Decided } from '../state/reflection.ts';
import type { ResolvedRequest } from '../state/request.ts';
import type { UnmetCondition } from '../../grounding/answerability/unmetConditions.ts';
import type { Question } from '../../retrieval/question/question.ts';

/** A step before it is put into words. */
export interface NextStepFacts {
  readonly kind: NextStepKind;
  /** REPHRASE: the question's words that occur in no document. */
  readonly unknown: readonly string[];
  /** Those of them that the message does not name. */
  readonly unnamed: readonly string[];
  /** REPHRASE: headings of the nearest passages that can be asked about. */
  readonly nearby: readonly string[];
  /** RELAX_FILTER: the field to leave out; null: any. */
  readonly filterField: string | null;
  /** ASK_OWNER: the author of the nearest document. */
  readonly owner: string | null;
}

const mostSteps = 4;
const noFacts: Omit<NextStepFacts, 'kind'> = { unknown: [], unnamed: [], nearby: [], filterField: null, owner: null };

/**
 * What the asker can do now, likeliest to help first, at most 4.
 * @param refusal what the refusal already says
 * @param shown the author of the nearest document, if one is known, and whether passages are shown to read
 */
export function nextSteps(
  state: Pick<AskState, 'request' | 'found' | 'judged' | 'decided'>,
  reason: AbstentionReason,
  refusal: Pick<Refusal, 'unknown' | 'place'>,
  { owner, hasAlternatives }: { readonly owner: string | null; readonly hasAlternatives: boolean },
): NextStepFacts[] {
  const { request, found, judged, decided } = state;
  const isRelated = nearestIsRelated(found.evidence, reason);
  const step = (kind: NextStepKind, facts: Partial<NextStepFacts> = {}): NextStepFacts => ({
    ...noFacts,
    kind,
    ...facts,
  });
  const when = (holds: boolean, found: NextStepFacts) => (holds ? [found] : []);
  return [
    ...when(reason === 'BUDGET_EXHAUSTED', step('RAISE_BUDGET')),
    ...when(hasAlternatives, step('READ_NEAREST')),
    ...when(
      narrows(request.filter),
      step('RELAX_FILTER', { filterField: judged.relaxable ?? onlyNarrowingField(request.filter) }),
    ),
    ...when(missesTheTime(request, found.evidence, judged.unmet), step('BROADEN_TIME')),
    // Rewording neither settles a contradiction nor brings back a model.
    ...when(
      reason !== 'CONFLICTING_EVIDENCE' && reason !== 'MODEL_UNAVAILABLE',
      step('REPHRASE', wordingOf(request.question, found.evidence, isRelated, refusal)),
    ),
    ...when(isRelated && owner !== null, step('ASK_OWNER', { owner })),
    ...when(reason !== 'BUDGET_EXHAUSTED' && endedByBudget(decided), step('RAISE_BUDGET')),
    step('ADD_DOCUMENT'),
  ].slice(0, mostSteps);
}

function wordingOf(
  question: Question,
  evidence: EvidenceState,
  isRelated: boolean,
  { unknown: named, place }: Pick<Refusal, 'unknown' | 'place'>,
): Pick<NextStepFacts, 'unknown' | 'unnamed' | 'nearby'> {
  const unknown = unknownWords(question, evidence.unknown, evidence.searchConfig);
  const unnamed = unknown.filter((word) => !named.some((words) => words.includes(word)));
  return {
    unknown,
    unnamed,
    nearby: isRelated ? nearbyHeadings(question, evidence, evidence.passages.slice(0, shownNearest), place) : [],
  };
}

function nearestIsRelated(evidence: EvidenceState, reason: AbstentionReason): boolean {
  return isNear(evidence) && reason !== 'OUT_OF_SCOPE';
}

function endedByBudget({ stopReason }: Decided): boolean {
  return stopReason === 'DEADLINE' || stopReason === 'TOKEN_BUDGET';
}

/**
 * Whether what was found is about another time than the question, or nothing was valid at the instant that was asked
 * about. A filter by time counts as a filter and is not considered here.
 */
function missesTheTime(
  { asOf, askedAt }: ResolvedRequest,
  evidence: EvidenceState,
  unmet: readonly UnmetCondition[],
): boolean {
  return (
    unmet.some(({ kind }) => kind === 'OTHER_TIME') ||
    (evidence.passages.length === 0 && asOf.getTime() !== askedAt.getTime())
  );
}

/** Null if several fields narrow the search: it is not known which one is in the way. */
function onlyNarrowingField(filter: SearchFilter): string | null {
  const fields = (Object.keys(filter) as (keyof SearchFilter)[]).filter((field) => narrows({ [field]: filter[field] }));
  return fields.length === 1 ? (fields[0] ?? null) : null;
}

/**
 * The person or team named as the author of the nearest document; null if none is, or it could not be read in time.
 * @throws CANCELLED
 */
export async function ownerOfNearest(
  parts: AgentParts,
  request: ResolvedRequest,
  evidence: EvidenceState,
  reason: AbstentionReason,
  context: NodeContext,
): Promise<string | null> {
  const [nearest] = evidence.passages;
  if (!nearest || !nearestIsRelated(evidence, reason) || context.millisLeft === 0) return null;
  try {
    const [document] = await readDocuments(parts.database, request, [nearest.documentId]);
    return authorName(document?.author ?? null);
  } catch (error) {
    throwIfGone(context.signal);
    parts.log.warn('author not read', { runId: request.runId, error: messageOf(error) });
    return null;
  }
}

const most = 2;
/** A longer heading is a sentence, and would read as one inside another. */
const longest = 60;
/** Headings that any document may have say nothing about this one. */
const general =
  /^(?:overview|introduction|intro|summary|abstract|contents|table of contents|about|background|general|details?|notes?|tips?|examples?|steps?|how it works|what is new|faq|frequently asked questions|questions|see also|related|references|appendix|further reading|next steps|more|other|miscellaneous|prerequisites|requirements|conclusion|usage)$/i;

/** Shorter words of a heading seldom show what it is about ("One label", "Move up"). */
const leastLetters = 5;
/**
 * The share, by weight, of the question's known words that a heading must have: "make" or "one" alone is not enough.
 */
const leastShared = 0.2;

/**
 * Up to two things that the nearest passages are about, from headings and titles that share words with the question and
 * have one that it lacks: sections of the nearest passage first, then titles and sections of the others.
 * @param nearest best first
 * @param place what the message calls the nearest passage: it is not offered again
 */
export function nearbyHeadings(
  question: Question,
  { idf, unknown }: Pick<EvidenceState, 'idf' | 'unknown'>,
  nearest: readonly Passage[],
  place: string,
): string[] {
  const [asked, named] = [question.stems, contentStems(place)];
  const known = idf.filter(([lexeme]) => !unknown.includes(lexeme));
  const isOffered = (heading: string) =>
    heading.length <= longest &&
    !general.test(heading) &&
    shareOf(heading, known, asked) >= leastShared &&
    saysMore(heading, asked) &&
    saysMore(heading, named);
  const [first, ...others] = nearest;
  const headings = [
    ...(first ? headingsIn(first) : []),
    ...others.map(({ documentTitle }) => documentTitle),
    ...others.flatMap(headingsIn),
  ];
  return distinct(headings.map(withoutMarks).filter(isOffered)).slice(0, most);
}

/** How much of the question a heading has: 0..1 by the weight of its lexemes, 0 or 1 if they have none. */
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

/** Each once, ignoring case. */
function distinct(headings: readonly string[]): string[] {
  const seen = new Set<string>();
  return headings.filter((heading) => !seen.has(heading.toLowerCase()) && Boolean(seen.add(heading.toLowerCase())));
}

/** Programs, and accounts and robots that write for people: none of them can be asked. */
const programs =
  /\b(?:microsoft|ms word|office 365|word|excel|powerpoint|libreoffice|openoffice|writer|calc|impress|pdftex|latex|luatex|xetex|tex|acrobat|distiller|pdfmaker|adobe|indesign|pages|google docs|google|unoconv|pandoc|canva|wkhtmltopdf|skia|chromium|chrome|headless|puppeteer|playwright|ghostscript|quartz|itext|reportlab|fpdf|tcpdf|dompdf|prince ?xml|weasyprint|calibre|scribus|confluence|sharepoint|notion|sphinx|mkdocs|docusaurus|wordpress|scanner|bot|robot|crawler|spider|system|service account|automation|jenkins|github actions?|ci|cron|root|daemon|no-?reply|do-?not-?reply|donotreply|mailer|postmaster|webmaster|noreply)\b/i;
const nobody =
  /^(?:admin(?:istrator)?|users?|owner|author|guest|test(?:er)?|unknown|anonymous|anonym|unbekannt|n\/?a|none|null|undefined|default|me|myself|someone|editor|editors|staff|company|untitled|title|name|your name|first last|pc|laptop|desktop|computer|home|windows|windows user|mac|macbook|asus|dell|hp|lenovo|acer|toshiba|sony|samsung)[\s\d]*$/i;
const address = /:\/\/|www\.|@|\\|^\//i;
/** Letters and digits without a space: "svc-docs01", "jd4711", "DESKTOP-9K2L". */
const account = /^(?=\S*\d)\S+$|^[a-z]+[._-][a-z._-]+$/;
/** UTF-16 units; anything longer is not a name. */
const longestName = 60;

/**
 * The name of a person or a team stored as a document's author; null if it names a program, an account or nobody,
 * because documents keep what the software that made them wrote. An e-mail address in angle brackets is left out; a
 * bare one is not a name.
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
    isNobody(name) ||
    programs.test(name) ||
    nobody.test(name) ||
    address.test(name) ||
    account.test(name) ||
    /[<>`[\]{}]/.test(name)
    ? null
    : name;
}
