import type { Outcome } from '../../agent/outcome.ts';
import { type CuratedAnswer, locate } from '../../knowledge/document.ts';
import type { Citation, Conflict, Notice } from '../../grounding/claims/claim.ts';
import { passageJson } from './passages.ts';
import type { Sources } from './outcomeText.ts';

/** An outcome with the names of schema/ask.graphql, as `Query.ask` gives it. Long texts of versions are left out. */
export function outcomeJson(outcome: Outcome, sources: Sources): unknown {
  return { ...core(outcome, sources), ...rest(outcome, sources) };
}

function core(outcome: Outcome, sources: Sources) {
  return {
    __typename: outcome.type,
    id: outcome.id,
    question: outcome.question,
    tier: outcome.tier,
    confidence: outcome.confidence,
    stopReason: outcome.stopReason,
    citations: outcome.citations.map((citation) => citationJson(citation, sources)),
    run: { id: outcome.id },
    usage: outcome.usage,
    degraded: outcome.degraded,
  };
}

function rest(outcome: Outcome, sources: Sources): Record<string, unknown> {
  switch (outcome.type) {
    case 'Answer': {
      const { text, shortAnswer, table, claims, droppedClaims, conflicts, notices, curated, verification, mode } =
        outcome;
      return {
        text,
        shortAnswer,
        table,
        claims,
        droppedClaims,
        conflicts: conflicts.map((conflict) => conflictJson(conflict, sources)),
        notices: notices.map((notice) => noticeJson(notice, sources)),
        curated: curated && curatedJson(curated),
        verification,
        mode,
      };
    }
    case 'Clarification': {
      const { text, reason, why, options } = outcome;
      return { text, reason, why, options };
    }
    case 'Abstention': {
      const { message, reason, nextSteps, nearest } = outcome;
      return { message, reason, nextSteps, nearest: nearest.map(passageJson) };
    }
  }
}

function citationJson(citation: Citation, sources: Sources) {
  const { documentId, documentKey, versionId, chunkId: _chunkId, ...shown } = citation;
  const version = sources.version(versionId);
  return {
    ...shown,
    location: locate(version?.sourceMap ?? null, shown.sourceSpan),
    document: documentJson(documentId, documentKey, sources),
    version: { id: versionId, number: version?.number ?? null },
  };
}

function conflictJson(conflict: Conflict, sources: Sources) {
  const sides = conflict.sides.map(({ documentId, versionId, ...side }) => ({
    document: documentJson(documentId, null, sources),
    version: { id: versionId, number: sources.version(versionId)?.number ?? null },
    ...side,
  }));
  return { ...conflict, sides };
}

function noticeJson({ documentId, versionId, ...notice }: Notice, sources: Sources) {
  return {
    ...notice,
    document: documentId === null ? null : documentJson(documentId, null, sources),
    version: versionId === null ? null : { id: versionId, number: sources.version(versionId)?.number ?? null },
  };
}

function curatedJson({ sourceDocumentIds, ...curated }: CuratedAnswer) {
  return { ...curated, sources: sourceDocumentIds.map((id) => ({ id })), stale: curated.staleSources.length > 0 };
}

/** A document may have been deleted between the answer and this look-up: its key is still known then. */
function documentJson(id: string, key: string | null, sources: Sources) {
  const document = sources.document(id);
  return { id, key: document?.key ?? key, title: document?.title ?? null, url: document?.url ?? null };
}
