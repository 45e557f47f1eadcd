import { createDocumentWriter, type Piece } from './documentWriter.ts';
import { decodeReferences } from './html/htmlTokens.ts';
import type { ParsedDocument } from './parsed.ts';
import { parsePlainText } from './plainText.ts';

/** The words that are shown at one time. */
interface Cue {
  /** The line of the file where its words begin, from 1. */
  readonly line: number;
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  readonly speaker: string;
  readonly lines: readonly string[];
}

const timing = /^(?:(\d{1,3}):)?(\d\d):(\d\d)[.,](\d{3})[ \t]+-->[ \t]+(?:(\d{1,3}):)?(\d\d):(\d\d)[.,](\d{3})/;
const voice = /<v(?:\.[^\s<>]{0,80})?\s+([^<>]{1,200})>/;
/** Two speakers in one cue, or a speaker's name in its words. */
const newVoice = /^(?:[-–—]\s?\S|\p{Lu}[^:.!?]{0,40}: \S)/u;
/** Seconds of silence after which a new topic is assumed. */
const pause = 3;
/** In characters; a longer paragraph ends with its next sentence. */
const longParagraph = 600;

/**
 * Parses a transcript or subtitles (WebVTT, SubRip). What one speaker says becomes a paragraph, `Name: words` if the
 * file names speakers. Times, numbers, notes and styles are left out. A file without cues is read as plain text. Never
 * throws.
 */
export function parseTranscript(source: string): ParsedDocument {
  const lines = source.split(/\r\n|\n|\r/);
  const cues = cuesIn(lines);
  if (cues.length === 0) return parsePlainText(source);
  const writer = createDocumentWriter('LINE');
  let open: Piece[] = [];
  let last: Cue | undefined;
  const close = () => {
    writer.write('PARAGRAPH', open);
    open = [];
  };
  for (const cue of cues) {
    const repeated = last?.lines.at(-1);
    for (const [index, words] of cue.lines.entries()) {
      // Rolling captions repeat the last line of the previous cue.
      if (index === 0 && words === repeated && cue.lines.length > 1) continue;
      const begins = index === 0 ? beginsParagraph(open, last, cue) : false;
      if (begins || newVoice.test(words)) close();
      const named = open.length === 0 && cue.speaker ? `${cue.speaker}: ${words}` : words;
      open.push({ text: open.length === 0 ? named : ` ${named}`, position: cue.line + index });
    }
    last = cue;
  }
  close();
  return writer.finish({ title: /^\uFEFF?WEBVTT\s*-?\s*(\S.*)$/.exec(lines[0] ?? '')?.[1]?.trim() });
}

function beginsParagraph(open: readonly Piece[], last: Cue | undefined, cue: Cue): boolean {
  if (!last || last.speaker !== cue.speaker) return true;
  const ended = /[.!?…]["”»)]?$/.test(open.at(-1)?.text ?? '');
  const length = open.reduce((sum, { text }) => sum + text.length, 0);
  return ended && (cue.from - last.to >= pause || length > longParagraph || newVoice.test(open[0]?.text ?? ''));
}

/** Blank lines separate cues. A line outside all cues is a note, a style or a number. */
function cuesIn(lines: readonly string[]): Cue[] {
  const found: Cue[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, ...digits] = timing.exec(lines[at] ?? '') ?? [];
    if (digits.length === 0) continue;
    let end = at + 1;
    while ((lines[end] ?? '').trim() !== '' && !timing.test(lines[end] ?? '')) end += 1;
    // Without a blank line between them, the next cue's number is at the end of this one.
    const last = timing.test(lines[end] ?? '') && /^\d+$/.test(lines[end - 1] ?? '') ? end - 1 : end;
    const spoken = lines.slice(at + 1, last);
    const speaker = spoken.map((line) => voice.exec(line)?.[1]).find((name) => name !== undefined) ?? '';
    const words = spoken.map(spokenText).filter(Boolean);
    const [from, to] = [secondsOf(digits.slice(0, 4)), secondsOf(digits.slice(4))];
    if (words.length > 0)
      found.push({ line: at + 2, from, to, speaker: decodeReferences(speaker).trim(), lines: words });
    at = last - 1;
  }
  return found;
}

function secondsOf([hours = '0', minutes = '0', seconds = '0', millis = '0']: readonly (string | undefined)[]): number {
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(millis) / 1_000;
}

const spokenText = (line: string): string =>
  decodeReferences(line.replaceAll(/<[^<>]{0,300}>|\{\\[^{}]{0,100}\}/g, ''))
    .replaceAll(/\s+/g, ' ')
    .trim();
