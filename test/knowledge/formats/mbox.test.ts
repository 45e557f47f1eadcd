import { describe, expect, it } from 'vitest';
import { parse } from '../../../src/knowledge/formats/parse.ts';
import { blockTexts, expectSound, faultOf } from './expectations.ts';

const mail = (subject: string, text: string) =>
  `From ann@example.com Mon Mar  3 09:12:00 2025\nFrom: Ann Lee <ann@example.com>\nSubject: ${subject}\nContent-Type: text/plain; charset=utf-8\n\n${text}\n\n`;

async function read(content: string): Promise<string[]> {
  const parsed = await parse({ name: 'list.mbox', content });
  expectSound(parsed);
  expect(parsed.sourceType).toBe('EML');
  return blockTexts(parsed).filter((text) => !text.startsWith('From: '));
}

describe('a mailbox', () => {
  it.each(['\n', '\r\n'])('is its mails, each below its subject, with line ends %j', async (end) => {
    const content = mail('Disk', 'It is full.\n>From now on I clean it.') + mail('Lunch', 'At noon, über die Straße.');
    expect(await read(content.replaceAll('\n', end))).toEqual([
      '## Disk',
      'It is full.\nFrom now on I clean it.',
      '## Lunch',
      'At noon, über die Straße.',
    ]);
  });

  it('parts no mail at a sentence that begins with From', async () => {
    expect(await read(mail('Trip', 'It was long.\n\nFrom Oslo we went home in 2025 by train'))).toEqual([
      '## Trip',
      'It was long.',
      'From Oslo we went home in 2025 by train',
    ]);
  });

  it('puts an answer before what it answers, where it stands below', async () => {
    const answer =
      'On Mon, 3 Mar 2025 at 09:12, Bo Day\n<bo@example.com> wrote:\n> Is it full?\n>\n> Tell me.\n\nIt is.';
    expect(await read(mail('Re: Disk', answer))).toEqual([
      '## Re: Disk',
      'It is.',
      '### Quoted earlier messages',
      'On Mon, 3 Mar 2025 at 09:12, Bo Day\n<bo@example.com> wrote:\nIs it full?',
      'Tell me.',
    ]);
  });

  it('leaves answers between the lines where they stand', async () => {
    const answer = '> Is it full?\nYes.\n> Since when?\nSince May.';
    expect((await read(mail('Re: Disk', answer))).join('\n')).toMatch(/full\?[^]*Yes[^]*when\?[^]*May/);
  });

  it('is corrupt without a mail, and too large with more than 2,000', async () => {
    await faultOf(async () => parse({ name: 'a.mbox', content: 'Dear all,\n\nhello.' }), 'DOCUMENT_CORRUPT');
    await faultOf(async () => parse({ name: 'a.mbox', content: mail('a', 'b').repeat(2_001) }), 'DOCUMENT_TOO_LARGE');
  });
});
