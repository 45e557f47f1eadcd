import { isCandorError, messageOf } from '../../errors.ts';
import { detectLanguage } from '../../knowledge/language/language.ts';
import { languageOfPassage } from '../../knowledge/language/otherLanguage.ts';
import { plainReason } from '../../grounding/injection/orders.ts';
import { successorsFirst } from '../../grounding/editions/successors.ts';
import type { EvidenceState } from '../state/evidence.ts';
import { sentences } from '../../knowledge/language/sentences.ts';
import { abortFault, orAbort } from '../../clock.ts';
import { inSource } from '../../models/legible.ts';
import type { PassageReading, Reader, ReadPassage } from '../../models/reader.ts';
import {
  type CuratedMatch,
  type Degradation,
  type Passage,
  supportedByWords,
  surestFirst,
} from '../../retrieval/passage.ts';
import { sparingly } from '../parts/askModel.ts';
import { reasonToSkip, type Means } from '../parts/budget.ts';
import { nothingSpent, type Spent } from '../state/spent.ts';
import { type AgentParts, throwIfGone } from '../parts/parts.ts';
import { putAsAsked, type PutPassage } from './putAsAsked.ts';
import type { Question } from '../../retrieval/question/question.ts';

/**
 * How many passages a reader is shown. Three are as good as five for deciding whether there is an answer, but the right
 * passage is among the first five more often.
 */
export const passagesRead = 5;
/**
 * The longest that a question waits for a reader that is not a chat model: some 40 times what five passages take on an
 * idle machine, so that a busy one still reads. At 5 s, a load of 20 left questions unread.
 */
const cheapMillis = 10_000;

/** The passages that are read and whose sentences are ranked. */
export function bestPassages(passages: readonly Passage[]): readonly Passage[] {
  return successorsFirst(passages).slice(0, passagesRead);
}

/** The clocks and the budget of the run that reads. */
export interface ReadingMeans extends Omit<Means, 'chat'> {
  readonly runId: string;
  /**
   * How many readings start at once and share these means: of the question, its parts, and its other wordings. Omitted:
   * one.
   */
  readonly atOnce?: number;
  /** The languages that the request reads, ISO 639-1; left out: any. Nobody misses a passage in another one. */
  readonly languages?: readonly string[] | undefined;
  /** Whether a chat model may write afterwards. */
  readonly writes: boolean;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal | undefined;
  /** Aborted when the caller goes away or the run's time is up. */
  readonly deadline: AbortSignal | undefined;
}

/** What a reader made of a passage, and the sentences that it scored. */
interface ReadOfPassage extends PassageReading {
  readonly spans: ReadPassage['sentences'];
}

/** What a reader made of some passages. */
export interface EvidenceReading {
  /** By chunk id. Null: nothing was read, or reading failed; the confidence is then computed without it. */
  readonly passages: ReadonlyMap<string, ReadOfPassage> | null;
  /** What is not stated, in the words of a chat model: one line of plain text, or ''. */
  readonly missing: string;
  readonly spent: Spent;
  readonly degraded: readonly Degradation[];
  /** Whether reading was due but the reader failed, was late or was left out. */
  readonly lost: boolean;
}

export const notRead: EvidenceReading = {
  passages: null,
  missing: '',
  spent: nothingSpent,
  degraded: [],
  lost: false,
};

/**
 * Lets the reader look for the answer in the best passages. Reports in `degraded` a reader that fails, is late, or is
 * left out for lack of time or tokens. A question in a language that the reader does not read is left to the other
 * signals, and passages in such a language are left out; both are reported too.
 * @param legibleEnough of the passages: ANY of them, or the BEST one, where what is left out can be judged otherwise
 * @throws CandorError CANCELLED when the caller went away
 */
export async function readEvidence(
  parts: Pick<AgentParts, 'reader' | 'chat' | 'log'>,
  evidence: Pick<EvidenceState, 'query' | 'passages'>,
  means: ReadingMeans,
  legibleEnough: 'ANY' | 'BEST' = 'ANY',
): Promise<EvidenceReading> {
  const { reader } = parts;
  if (!reader || evidence.passages.length === 0) return notRead;
  const question = evidence.query;
  const { language } = question;
  if (!reads(reader, language))
    return unread(`The reader ${reader.id} does not read the language of the question (${language}).`);
  const best = bestPassages(evidence.passages);
  const languageOf = legibleEnough === 'ANY' ? detectLanguage : languageOfPassage;
  const legible = best.filter(({ text }) => reads(reader, languageOf(text) ?? language));
  const isEnough = legibleEnough === 'ANY' ? legible.length > 0 : legible[0] === best[0];
  if (!isEnough) return unread(`The reader ${reader.id} does not read the language of the passages.`);
  const put = legible.map((passage) => putAsAsked(question, passage));
  const shown = put.map(({ asRead: read }) => read);
  const tokens = reader.tokensFor(question.text, shown);
  if (tokens > 0 && means.budget.maxTokens === 0) return notRead;
  const skipped = reasonToSkip(
    'READ',
    { ...means, chat: parts.chat !== null && means.writes },
    tokens * (means.atOnce ?? 1),
  );
  if (skipped !== null)
    return lost(`Reading was left out to keep ${skipped === 'DEADLINE' ? 'time' : 'tokens'} for the answer.`);
  const reading = await read(parts.log, reader, question, legible, put, means);
  const isWanted = ({ text }: Passage) => means.languages?.includes(languageOf(text) ?? language) ?? true;
  const left = best.filter((passage) => !legible.includes(passage) && isWanted(passage)).length;
  if (left === 0 || reading.passages === null) return reading;
  return {
    ...reading,
    degraded: [
      {
        part: 'READER',
        message: `The reader ${reader.id} does not read the language of ${left} of the ${best.length} best passages.`,
      },
    ],
  };
}

/**
 * Below this, a reader considers a curated answer to be about something else. Of eleven questions that come near a
 * curated question of the sample but are not answered by it, the three nearest are below; no right one is.
 */
const curatedFrom = 0.15;
/**
 * From this on, a reader takes a curated answer that is near in meaning alone for the answer. In the sample's question
 * sets, every question that a curated answer answers is above (.54 or more), and every look-alike is below (.27 or
 * less).
 */
const answeredFrom = 0.5;
/** Almost the curated question's own words: its author knew what it answers. */
const sameQuestion = 0.85;

/**
 * The curated answers that a reader does not consider to be about something else. Of those near in meaning alone, only
 * the ones that it takes for the answer, with the mean of cosine and answerability as their score. If there is no
 * reader, or it fails, returns all that match by their words: a person wrote them for such questions.
 */
export async function readCurated(
  { reader, log }: Pick<AgentParts, 'reader' | 'log'>,
  question: Question,
  matches: readonly CuratedMatch[],
  means: ReadingMeans,
): Promise<readonly CuratedMatch[]> {
  const spoken = supportedByWords(matches);
  const doubtful = matches.filter(({ score, byMeaningAlone }) => byMeaningAlone || score < sameQuestion);
  if (!reader || reader.prompt !== null || doubtful.length === 0 || !reads(reader, question.language)) return spoken;
  const shown = doubtful.map(({ answer, wording }): ReadPassage => ({
    title: wording,
    text: answer.answer.toWellFormed(),
    sentences: sentences(answer.answer),
  }));
  try {
    const signal = deadlineOf(Math.min(cheapMillis, means.millisLeft), means);
    const { passages } = await orAbort(reader.read(question.text, shown, { signal }), signal, abortFault);
    const read = new Map(doubtful.map((match, position) => [match, passages[position]?.answerability ?? 0]));
    const judged = matches.flatMap((match) => {
      const answerability = read.get(match) ?? 1;
      if (!match.byMeaningAlone) return answerability < curatedFrom ? [] : [match];
      return answerability < answeredFrom ? [] : [{ ...match, score: (match.score + answerability) / 2 }];
    });
    return judged.sort(surestFirst);
  } catch (error) {
    throwIfGone(means.signal);
    log.warn('curated answers not read', { runId: means.runId, reader: reader.id, error: messageOf(error) });
    return spoken;
  }
}

function deadlineOf(millis: number, { deadline }: Pick<ReadingMeans, 'deadline'>): AbortSignal {
  const late = AbortSignal.timeout(Math.ceil(millis));
  return deadline ? AbortSignal.any([deadline, late]) : late;
}

function reads({ languages }: Reader, language: string): boolean {
  return languages === null || languages.includes(language.split('-')[0] ?? language);
}

function unread(message: string): EvidenceReading {
  return { ...notRead, degraded: [{ part: 'READER', message }] };
}

function lost(message: string, spent: Spent = nothingSpent): EvidenceReading {
  return { ...unread(message), spent, lost: true };
}

async function read(
  log: AgentParts['log'],
  reader: Reader,
  question: Question,
  passages: readonly Passage[],
  put: readonly PutPassage[],
  means: ReadingMeans,
): Promise<EvidenceReading> {
  let spent: Spent = nothingSpent;
  const share = (sparingly.share ?? 1) * means.millisLeft;
  const signal = deadlineOf(reader.prompt ? share : Math.min(cheapMillis, share), means);
  try {
    const reading = await orAbort(
      reader.read(
        question.text,
        put.map((passage) => passage.asRead),
        {
          signal,
          onUsage: (usage) => {
            spent = usage;
          },
        },
      ),
      signal,
      abortFault,
    );
    return {
      passages: new Map(
        passages.map(({ chunkId }, position) => [
          chunkId,
          {
            ...inSource(reading.passages[position] ?? nothingFound, put[position]?.rewritten ?? null),
            spans: put[position]?.spans ?? [],
          },
        ]),
      ),
      missing: plainReason(reading.missing),
      spent,
      degraded: [],
      lost: false,
    };
  } catch (error) {
    throwIfGone(means.signal);
    const message = isCandorError(error)
      ? error.message
      : `The reader failed in a way it should not: ${messageOf(error)}`;
    log.warn('reader failed', { runId: means.runId, reader: reader.id, error: message });
    return lost(message, spent);
  }
}

const nothingFound: PassageReading = { answerability: 0, margin: 0, span: null, sentences: [], words: [] };
