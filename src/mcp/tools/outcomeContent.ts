import type { Abstention, Answer, Clarification, Outcome } from '../../agent/outcome.ts';
import { dataNotice, documentUri, type Told } from '../session.ts';
import type { OutcomeContent } from './outcomeSchema.ts';

const nearestShown = 5;

/** An outcome for a model: typed, and as text that says what may be told on. */
export function outcomeTold(outcome: Outcome): Told {
  const structured: OutcomeContent = { outcome: contentOf(outcome) };
  const cited = new Map(outcome.citations.map(({ documentId, documentKey }) => [documentId, documentKey]));
  return {
    structured,
    text: textOf(outcome),
    documents: [...cited].map(([id, title]) => ({ id, title })),
  };
}

function contentOf(outcome: Outcome): OutcomeContent['outcome'] {
  switch (outcome.type) {
    case 'Answer':
      return { type: 'Answer', ...coreOf(outcome), ...answerOf(outcome) };
    case 'Clarification': {
      const { text, reason, options } = outcome;
      return {
        type: 'Clarification',
        ...coreOf(outcome),
        text,
        reason,
        options: options.map(({ text, question, documentIds, preview }) => ({
          text,
          question,
          documentIds: [...documentIds],
          preview,
        })),
      };
    }
    case 'Abstention':
      return { type: 'Abstention', ...coreOf(outcome), ...abstentionOf(outcome) };
  }
}

function coreOf({ id, tier, confidence, stopReason, citations, degraded }: Outcome) {
  return {
    runId: id,
    tier,
    confidence: confidence.display,
    calibrated: confidence.calibration !== null,
    stopReason,
    citations: citations.map((citation) => {
      const { number, status, quote, documentId, documentKey, versionId, url, updatedAt, isCurrent } = citation;
      return {
        number,
        status,
        quote,
        documentId,
        documentKey,
        versionId,
        sectionPath: [...citation.sectionPath],
        url,
        updatedAt: updatedAt.toISOString(),
        isCurrent,
        uri: documentUri(documentId),
      };
    }),
    degraded: degraded.map(({ part, message }) => ({ part, message })),
  };
}

function answerOf({ text, shortAnswer, mode, droppedClaims, conflicts, notices }: Answer) {
  return {
    text,
    shortAnswer: shortAnswer?.text ?? null,
    mode,
    droppedClaims: droppedClaims.map(({ text, reason }) => ({ text, reason })),
    conflicts: conflicts.map(({ kind, resolution, sides }) => ({
      kind,
      resolution,
      sides: sides.map(({ documentId, value, quote }) => ({ documentId, value, quote })),
    })),
    notices: notices.map(({ message }) => message),
  };
}

function abstentionOf({ message, reason, nextSteps, nearest }: Abstention) {
  return {
    message,
    reason,
    nextSteps: nextSteps.map(({ kind, text }) => ({ kind, text })),
    nearest: nearest.slice(0, nearestShown).map(({ documentId, documentKey, documentTitle, text }) => ({
      documentId,
      documentKey,
      title: documentTitle,
      text,
    })),
  };
}

/** The notice comes first: also an answer, an option or a nearest title is words of a document. */
function textOf(outcome: Outcome): string {
  const head = `${outcome.type} · ${outcome.tier} · confidence ${outcome.confidence.display.toFixed(0)} of 100\n${dataNotice}`;
  return [head, ...bodyOf(outcome)].filter(Boolean).join('\n\n');
}

function bodyOf(outcome: Outcome): string[] {
  switch (outcome.type) {
    case 'Answer':
      return [outcome.text, ...proofsOf(outcome)];
    case 'Clarification':
      return [outcome.text, optionsOf(outcome)];
    case 'Abstention':
      return [
        outcome.message,
        'The documents do not answer this. Say so instead of answering from elsewhere.',
        outcome.nextSteps.map(({ text }) => `- ${text}`).join('\n'),
      ];
  }
}

function proofsOf({ citations, conflicts, notices }: Answer): string[] {
  const quotes = citations.map(
    ({ number, quote, documentKey, status }) =>
      `[${number}]${status === 'SUPPORTED' ? '' : ` ${status}`} “${quote}” (${documentKey})`,
  );
  const disagreeing = conflicts.map(
    ({ sides }) => `The documents disagree: ${sides.map(({ value }) => value).join(' / ')}`,
  );
  return [quotes.join('\n'), ...disagreeing, ...notices.map(({ message }) => `Note: ${message}`)];
}

function optionsOf({ options }: Clarification): string {
  return options.map(({ text, question }) => `- ${text}: ask “${question}”`).join('\n');
}
