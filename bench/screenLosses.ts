/** Where a first screen loses the answer that the documents hold. */
import { fitted } from '../src/confidence/fitted.ts';
import { linear, logistic, shippedFor } from '../src/confidence/score.ts';
import { isOnScreen, judge } from '../src/evaluation/judge.ts';
import type { SetQuestion } from '../src/evaluation/question.ts';
import { emptyRecord, type RunRecord } from '../src/evaluation/run/runRecord.ts';
import { groupBy } from '../src/stats.ts';
import type { KeptPassage, KeptState } from './screenStates.ts';

/** What keeps a place from the screen, each to be lifted alone. */
export const limits = ['topic', 'floor', 'sure', 'quoted', 'section', 'three'] as const;
export type Limit = (typeof limits)[number];

/** Where it was lost, in the order of the loop; the last: only several limits together keep it off. */
export const losses = ['not retrieved', 'not read', 'asked back', 'not compared', ...limits, 'several'] as const;
export type Loss = (typeof losses)[number];

const most = 3;
const passagesRead = 5;

export interface ScreenPlace {
  readonly passage: KeptPassage;
  readonly section: string;
  readonly likelihood: number;
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** The passages of the compared sentences, likeliest first, as src/agent/evidence/alternatives.ts has them. */
export function placesIn({ sentences, passages, signals }: KeptState): ScreenPlace[] {
  const { writerFound: _none, ...known } = signals;
  const model = fitted.alternatives[known['reader'] === undefined ? 'unread' : 'read'];
  const odds = linear(known, shippedFor(known));
  return [...groupBy(sentences, ({ passage }) => passage)]
    .flatMap(([id, members]): ScreenPlace[] => {
      const passage = passages.find((each) => each.id === id);
      const share = sumOf(members.map((each) => each.share));
      const likelihood = logistic(model.intercept + model.share * Math.log(share) + model.odds * odds);
      return passage ? [{ passage, section: members[0]?.section ?? id, likelihood }] : [];
    })
    .sort((left, right) => right.likelihood - left.likelihood);
}

/**
 * The chooser's log odds of its best sentence, and the similarity of the nearest, as alternatives look at them; of what
 * was read, also as if it had not been. Undefined: nothing was compared, or not read.
 */
export function topicFactsOf({ sentences, signals }: KeptState, kind: 'read' | 'unread'): [number, number] | undefined {
  const first = sentences.filter(({ rank }) => rank <= passagesRead);
  if (first.length === 0 || (kind === 'read' && signals['reader'] === undefined)) return undefined;
  const { weights } = fitted.chooser[kind];
  const scores = first.map(({ features }) =>
    Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (features[name] ?? 0), 0),
  );
  const nearness = first.map(({ features }) => features[kind === 'read' ? 'similarity' : 'windowSimilarity'] ?? 0);
  return [Math.max(...scores), Math.max(...nearness)];
}

/** Whether the documents are about what is asked. */
function isOnTopic(state: KeptState): boolean {
  const kind = state.signals['reader'] === undefined ? 'unread' : 'read';
  const { intercept, score, similarity, from } = fitted.alternatives.topic[kind];
  const facts = topicFactsOf(state, kind);
  return facts !== undefined && logistic(intercept + score * facts[0] + similarity * facts[1]) >= from;
}

/** What is shown beside the outcome. @param isOn as another model has it; @param lifted limits that do not hold */
export function shownIn(
  state: KeptState,
  {
    lifted = new Set(),
    places = placesIn(state),
    isOn = isOnTopic(state),
  }: { lifted?: ReadonlySet<Limit>; places?: readonly ScreenPlace[]; isOn?: boolean } = {},
): readonly ScreenPlace[] {
  if (state.outcome === 'Clarification' || state.reason === 'OUT_OF_SCOPE') return [];
  if (state.tier === 'CONFIDENT' && !lifted.has('sure')) return [];
  if (!isOn && !lifted.has('topic')) return [];
  const quoted = new Set(state.citations.map(({ passage }) => passage));
  const sections = new Set<string>();
  return places
    .filter(({ likelihood }) => lifted.has('floor') || likelihood >= fitted.alternatives.floor)
    .filter(({ passage }) => lifted.has('quoted') || !quoted.has(passage.id))
    .filter(({ section }) => lifted.has('section') || (!sections.has(section) && Boolean(sections.add(section))))
    .slice(0, lifted.has('three') ? undefined : most);
}

/** The record that would be judged. */
export function recordOf(state: KeptState, shown: readonly KeptPassage[]): RunRecord {
  return {
    ...emptyRecord,
    questionId: state.id,
    preset: 'CANDOR',
    outcome: state.outcome,
    tier: state.tier,
    text: state.text,
    citations: state.citations.map(({ document, start, end }) => ({
      documentId: document,
      quote: '',
      start,
      end,
      status: 'SUPPORTED',
      valid: true,
    })),
    screen: shown.map(({ document, text }) => ({ documentId: document, text, opensAt: '' })),
  };
}

export function isFoundWith(state: KeptState, question: SetQuestion, shown: readonly KeptPassage[]): boolean {
  const record = recordOf(state, shown);
  return judge(question, record) === 'RIGHT_ANSWER' || isOnScreen(question, record);
}

/** Undefined: the screen holds it. */
export function lossOf(state: KeptState, question: SetQuestion, isOn = isOnTopic(state)): Loss | undefined {
  const places = placesIn(state);
  const holds = (passages: readonly KeptPassage[]) => isFoundWith(state, question, passages);
  const with_ = (...lifted: readonly Limit[]) =>
    holds(shownIn(state, { lifted: new Set(lifted), places, isOn }).map(({ passage }) => passage));
  if (with_()) return undefined;
  if (!holds([...state.passages, ...state.further])) return 'not retrieved';
  if (!holds(state.passages.slice(0, passagesRead))) return 'not read';
  if (state.outcome === 'Clarification') return 'asked back';
  if (!holds(places.map(({ passage }) => passage))) return 'not compared';
  return limits.find((limit) => with_(limit)) ?? 'several';
}

/** Whether a question has an answer that a screen can hold. */
export function isWanted({ answerable, expected }: SetQuestion): boolean {
  return answerable && expected === 'answer';
}
