import { createContext, useContext } from 'react';
import type { VerifyCitationInput } from '../generated/graphql.ts';

/** A place in one version of a document that can be opened. */
export interface SourceRef {
  readonly title: string;
  readonly quote: string;
  readonly versionId: string;
  readonly span: { readonly start: number; readonly end: number };
  /** A citation of a recorded run: its claim is checked again too. */
  readonly cited?: { readonly runId: string; readonly number: number };
}

export type OpenSource = (source: SourceRef) => void;

export const SourceDoor = createContext<OpenSource>(() => undefined);

export const useOpenSource = (): OpenSource => useContext(SourceDoor);

export const inputOf = ({ cited, versionId, span, quote }: SourceRef): VerifyCitationInput =>
  cited
    ? { recorded: { ...cited } }
    : { quoted: { versionId, sourceSpan: { start: span.start, end: span.end }, quote } };
