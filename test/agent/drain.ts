import { expect } from 'vitest';
import type { AskEvent } from '../../src/agent/state/events.ts';
import type { Answer, Outcome } from '../../src/agent/state/outcome.ts';
import type { DocumentVersion } from '../../src/knowledge/document.ts';

/** All events of a run, in order. */
export async function drain(events: AsyncIterable<AskEvent>): Promise<AskEvent[]> {
  const seen: AskEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

/** The outcome of a run that finished: its events are dense and in order, and exactly the last one ends it. */
export async function outcomeOf(events: AsyncIterable<AskEvent>): Promise<Outcome> {
  const seen = await drain(events);
  expect(seen.map((event) => event.sequence)).toEqual(seen.map((_, position) => position));
  expect(seen.map((event) => event.elapsedMillis)).toEqual(
    seen.map((event) => event.elapsedMillis).toSorted((left, right) => left - right),
  );
  expect(new Set(seen.map((event) => event.runId)).size).toBe(1);
  expect(seen.filter((event) => event.type === 'Finished' || event.type === 'Failed')).toEqual([seen.at(-1)]);
  const last = seen.at(-1);
  if (last?.type !== 'Finished') throw new Error(`The run ended with ${JSON.stringify(last)}`);
  return last.outcome;
}

export function answered(outcome: Outcome): Answer {
  if (outcome.type !== 'Answer') throw new Error(`Not an answer: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** Every sentence of the text is a claim with its mark, and every quote is what stands at its span in the version. */
export async function expectProven(
  answer: Answer,
  readVersions: (ids: readonly string[]) => Promise<readonly (DocumentVersion | undefined)[]>,
): Promise<void> {
  let rest = answer.text;
  expect(answer.claims.length).toBeGreaterThan(0);
  for (const claim of answer.claims.toReversed()) {
    expect(answer.text.slice(claim.answerSpan.start, claim.answerSpan.end)).toBe(claim.text);
    const mark = claim.citationNumbers.map((number) => ` [${number}]`).join('');
    expect(answer.text.startsWith(mark, claim.answerSpan.end)).toBe(true);
    rest = rest.slice(0, claim.answerSpan.start) + rest.slice(claim.answerSpan.end + mark.length);
  }
  expect(rest.trim()).toBe('');
  const versions = await readVersions(answer.citations.map((citation) => citation.versionId));
  expect(
    answer.citations.map((citation, position) =>
      versions[position]?.text.slice(citation.sourceSpan.start, citation.sourceSpan.end),
    ),
  ).toEqual(answer.citations.map((citation) => citation.quote));
  expect(answer.citations.map((citation) => citation.number)).toEqual(
    answer.citations.map((_, position) => position + 1),
  );
}
