/** What documents say twice is said once, and heads of mails are not said at all. */
import { afterAll, expect, test } from 'vitest';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { docxOf, wordParagraph } from '../support/documents.ts';
import { odfOf } from '../support/officeFiles.ts';
import { answered } from './drain.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';

const agents: OpenAgent[] = [];
afterAll(() => Promise.all(agents.map((agent) => agent.close())));

async function answerTo(question: string, files: Readonly<Record<string, string | Uint8Array>>) {
  const agent = await openAgent();
  agents.push(agent);
  await agent.take(
    Object.entries(files).map(([key, content]): DocumentInput => ({ key, bytes: Buffer.from(content) })),
  );
  const answer = answered(await agent.ask(question));
  return answer.claims.map(({ text, citationNumbers }) => [text, citationNumbers.length]);
}

const holds = 'The loft ladder holds 120 kilograms at most.';
const page = `# Loft ladder\n\n${holds}\n`;
const word = docxOf(wordParagraph('Loft ladder', { style: 'Heading1' }) + wordParagraph(holds));
const openText = odfOf('text', `<text:h text:outline-level="1">Loft ladder</text:h><text:p>${holds}</text:p>`);

test.each([
  ['two pages', { 'a.md': page, 'b.md': page }],
  ['a page and a Word file', { 'a.md': page, 'b.docx': word }],
  ['a page and a website', { 'a.md': page, 'b.html': `<h1>Loft ladder</h1><p>${holds}</p>` }],
  ['two texts without a heading', { 'a.txt': holds, 'b.txt': holds }],
  ['a page and an OpenDocument text', { 'a.md': page, 'b.odt': openText }],
  ['a text and rich text', { 'a.txt': holds, 'b.rtf': `{\\rtf1\\ansi ${holds}\\par}` }],
  ['three of them', { 'a.md': page, 'b.docx': word, 'c.odt': openText }],
])('a short copy is one claim with one citation: %s', async (_what, files) => {
  expect(await answerTo('How many kilograms does the loft ladder hold?', files)).toEqual([[holds, 1]]);
});

test('a sentence that two documents share is one claim with two citations', async () => {
  const claims = await answerTo('How many kilograms does the loft ladder hold?', {
    'a.md': `# Attic\n\n${holds} It is fixed to the joists of the roof.`,
    'b.md': `# Safety rules\n\nWear a helmet. ${holds}`,
  });
  expect(claims.filter(([text]) => text === holds)).toEqual([[holds, 2]]);
});

const mail = (body: string) =>
  `From: Ann Lee <ann@x.example>\r\nTo: bo@x.example\r\nSubject: Re: cleaning\r\nDate: Tue, 03 Mar 2026 09:12:00 +0100\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n`;
test.each([
  [
    'a mail with a quote',
    'a.eml',
    mail(
      'This year Sauber does the cleaning.\r\n\r\nOn Mon, 2 Mar 2026 at 16:40, B <bo@x.example> wrote:\r\n> Last year it was Glanz. Who does the cleaning this year?',
    ),
  ],
  ['a mail alone', 'b.eml', mail('This year Sauber does the cleaning.')],
  [
    'a mailbox',
    'c.mbox',
    `From ann@x.example Tue Mar  3 09:12:00 2026\r\n${mail('This year Sauber does the cleaning.')}`,
  ],
])('the head of %s is no claim', async (_what, key, content) => {
  const claims = await answerTo('Who does the cleaning this year?', { [key]: content });
  expect(claims[0]?.[0]).toBe('This year Sauber does the cleaning.');
  expect(claims.map(([text]) => text).join(' ')).not.toContain('@');
});
