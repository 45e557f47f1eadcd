import { describe, expect, it } from 'vitest';
import { readJson } from '../../../src/knowledge/formats/json.ts';
import { parse } from '../../../src/knowledge/formats/parse.ts';
import { parseSlackExport } from '../../../src/knowledge/formats/slackExport.ts';
import { blockTexts, expectSound, faultOf } from './expectations.ts';

interface Sent {
  readonly user?: string;
  readonly ts?: string;
  readonly text?: string;
  readonly [key: string]: unknown;
}

const ann = { user_profile: { real_name: 'Ann Lee', display_name: 'ann' } };
const exported = (...messages: readonly Sent[]) =>
  JSON.stringify(messages.map((message) => ({ type: 'message', user: 'U1', ts: '1740993120.000200', ...message })));

function read(...messages: readonly Sent[]): string[] {
  const text = exported(...messages);
  const parsed = parseSlackExport(text, readJson(text));
  if (!parsed) throw new Error('It is an export.');
  expectSound(parsed);
  return blockTexts(parsed);
}

describe('an export of Slack', () => {
  it('has a paragraph for each message, with its author and time, and answers below what they answer', () => {
    expect(
      read(
        { ...ann, text: 'Who has the key?', thread_ts: '1740993120.000200' },
        { user: 'U2', text: 'Lunch?', ts: '1740993200.000000' },
        { user: 'U2', text: 'I have.', ts: '1740993300.000000', thread_ts: '1740993120.000200' },
        { subtype: 'channel_join', text: '<@U3> has joined the channel', ts: '1740993400.000000' },
        { subtype: 'bot_message', username: 'CI', user: '', text: 'Build failed', ts: '1740993500.000000' },
      ),
    ).toEqual([
      'Ann Lee, 2025-03-03 09:12 UTC: Who has the key?',
      'U2, 2025-03-03 09:15 UTC: I have.',
      'U2, 2025-03-03 09:13 UTC: Lunch?',
      'CI, 2025-03-03 09:18 UTC: Build failed',
    ]);
  });

  it.each([
    [
      '<@U1> and <@U9|bo>, see <https://a.example/b|the page> or <https://a.example>',
      '@Ann Lee and @bo, see the page or https://a.example',
    ],
    ['<!here> in <#C1|ops>: *done*, _really_, `v4.2` :tada:', '@here in #ops: done, really, v4.2'],
    ['at 10:30:15 costs 3 * 4 * 5 in a_b_c &lt; &amp;lt;', 'at 10:30:15 costs 3 * 4 * 5 in a_b_c < &lt;'],
    ['It costs ~9 EUR~ 12 EUR.\n\n  From May.', 'It costs 12 EUR.\nFrom May.'],
  ])('reads %s as Slack shows it', (text, shown) => {
    expect(read({ ...ann, text })).toEqual([`Ann Lee, 2025-03-03 09:12 UTC: ${shown}`]);
  });

  it('says that files are not in it, and where a message stands', async () => {
    const content = `[\n${exported({ ...ann, text: 'See it.', files: [{ name: 'a.pdf' }] }).slice(1, -1)}\n]`;
    const parsed = await parse({ name: '2025-03-03.json', content });
    expect(parsed.problems).toEqual(['1 file attached to messages: an export does not hold them.']);
    expect(parsed.sourceMap?.positions).toEqual([2]);
  });

  it.each([
    '[{"type":"message","ts":"yesterday","text":"a"}]',
    '[{"ts":"1740993120.000200","text":"a"}]',
    '[{"type":"message","ts":"1740993120.000200"}, 3]',
    '{"ts": "1740993120.000200"}',
  ])('is told from other JSON: %s', (source) => {
    expect(parseSlackExport(source, readJson(source))).toBeUndefined();
  });

  it('has at most 20,000 messages', async () => {
    const content = exported(...Array.from({ length: 20_001 }, () => ({ text: 'a' })));
    await faultOf(async () => parse({ name: 'a.json', content }), 'DOCUMENT_TOO_LARGE');
  });
});
