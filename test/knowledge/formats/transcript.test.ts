import { describe, expect, it } from 'vitest';
import { parse } from '../../../src/knowledge/formats/parse.ts';
import { parseTranscript } from '../../../src/knowledge/formats/transcript.ts';
import { blockTexts, expectSound } from './expectations.ts';
import { lineAt } from './parsedDocument.ts';

const cue = (from: string, to: string, ...lines: readonly string[]) =>
  `00:00:${from}.000 --> 00:00:${to}.000\n${lines.join('\n')}\n`;

function read(source: string): string[] {
  const parsed = parseTranscript(source);
  expectSound(parsed);
  return blockTexts(parsed);
}

describe('a transcript', () => {
  it('is read with its speakers, the words of each in one paragraph, and says where they stand', async () => {
    const source = `WEBVTT - Weekly meeting\n\nNOTE\nnot spoken\n\nid-1\n${cue('01', '03', '<v Ann Lee>The release', 'moves to')}\n${cue('03', '04', '<v Ann Lee>26&nbsp;May.</v>')}\n${cue('04', '05', '<v.loud Bo>Why <c.yellow>so <i>late</i></c>?</v>')}`;
    const parsed = await parse({ name: 'a.vtt', content: source });
    expect(parsed).toMatchObject({ sourceType: 'PLAIN_TEXT', title: 'Weekly meeting', sourceMap: { unit: 'LINE' } });
    expect(blockTexts(parsed)).toEqual(['Ann Lee: The release moves to 26 May.', 'Bo: Why so late?']);
    expect(['The release', 'moves', '26 May', 'Why'].map((words) => lineAt(parsed, words))).toEqual([8, 9, 12, 15]);
  });

  it.each<[string, string, readonly string[]]>([
    [
      'two speakers of one cue stand apart, and what follows is neither’s',
      cue('01', '02', '- Is it open?', '- No.') + '\n' + cue('02', '03', 'In spring.'),
      ['- Is it open?', '- No.', 'In spring.'],
    ],
    [
      'a name in the words begins a paragraph',
      `${cue('01', '02', 'Ann: Hello,')}\n${cue('02', '03', 'all.')}\n${cue('03', '04', 'Bo: Hi.')}`,
      ['Ann: Hello, all.', 'Bo: Hi.'],
    ],
    [
      'a pause parts sentences, and no sentence',
      `${cue('01', '02', 'It opens')}\n${cue('09', '10', 'in May.')}\n${cue('20', '21', 'Dogs may come.')}`,
      ['It opens in May.', 'Dogs may come.'],
    ],
    [
      'captions that roll say a line once',
      `${cue('01', '02', 'it opens')}\n${cue('02', '03', 'it opens', 'in May')}\n${cue('03', '04', 'in May', 'or June')}`,
      ['it opens in May or June'],
    ],
    [
      'cues need no blank line between them',
      `1\n${cue('01', '02', 'one')}2\n${cue('02', '03', '2025', 'three')}`,
      ['one 2025 three'],
    ],
    ['styles of subtitles go', cue('01', '02', '{\\an8}<font color="#fff">Up</font> &lt;here&gt;'), ['Up <here>']],
    ['without cues it is plain text', 'WEBVTT\n\nNothing yet.', ['# WEBVTT', 'Nothing yet.']],
  ])('%s', (_, source, expected) => {
    expect(read(source)).toEqual(expected);
    expect(read(source.replaceAll('\n', '\r\n').replaceAll('.000', ',000'))).toEqual(expected);
  });

  it('of a long talk has paragraphs, and broken marks take no time', () => {
    const words = 'The ferry leaves at noon.';
    const long = Array.from({ length: 200 }, (_, index) => cue(String(index % 60).padStart(2, '0'), '59', words));
    expect(read(long.join('\n')).length).toBeGreaterThan(5);
    expect(read(cue('01', '02', `${'<'.repeat(50_000)}${'{\\'.repeat(50_000)}`))).toHaveLength(1);
  });
});
