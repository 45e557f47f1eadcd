import { distanceOf, type Passage } from '../../retrieval/passage.ts';

/** A passage with the names of schema/retrieval.graphql. */
export function passageJson(passage: Passage) {
  return {
    id: passage.chunkId,
    document: { id: passage.documentId, key: passage.documentKey, title: passage.documentTitle, url: passage.url },
    version: { id: passage.versionId, number: passage.versionNumber },
    text: passage.text,
    layout: passage.layout,
    sourceSpan: passage.sourceSpan,
    sectionPath: passage.sectionPath,
    rank: passage.rank,
    score: passage.score,
    trace: { distance: distanceOf(passage.trace), ...passage.trace },
    duplicates: passage.duplicates,
  };
}
