import { createContext, useContext } from 'react';
import type { VerifyCitationInput } from './generated/graphql.ts';
import { formatMessage, words } from './words/words.ts';

/** A place in one version of a document that can be opened. */
export interface SourceRef {
  readonly title: string;
  readonly quote: string;
  /** Null if it can no longer be read: then only a citation of a run can be opened. */
  readonly versionId: string | null;
  readonly span: { readonly start: number; readonly end: number };
  /** Set for a citation of a recorded run: its claim is verified again too. */
  readonly cited?: { readonly runId: string; readonly number: number };
}

export type OpenSource = (source: SourceRef) => void;

export const SourceDoor = createContext<OpenSource>(() => undefined);

export const useOpenSource = (): OpenSource => useContext(SourceDoor);

export const inputOf = ({ cited, versionId, span, quote }: SourceRef): VerifyCitationInput =>
  cited
    ? { recorded: { ...cited } }
    : { quoted: { versionId: versionId ?? '', sourceSpan: { start: span.start, end: span.end }, quote } };

interface Place {
  readonly title: string;
  readonly sectionPath: readonly string[];
  readonly location: { readonly page: number | null; readonly line: number | null } | null;
}

/** Where a passage is, in a few words: its section, unless that repeats the document's title, and its page or line. */
export function factsOf({ title, sectionPath, location }: Place): readonly string[] {
  const section = sectionPath.at(-1);
  const place = location?.page
    ? formatMessage(words.answer.page, { page: location.page })
    : location?.line
      ? formatMessage(words.answer.line, { line: location.line })
      : undefined;
  return [section === title ? undefined : section, place].filter((fact) => fact !== undefined);
}

/** A passage as running text, without heading lines. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/^#+ .*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
