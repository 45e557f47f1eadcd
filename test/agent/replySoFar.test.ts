import { describe, expect, test } from 'vitest';
import { replySoFar, writeOutput } from '../../src/agent/writing/prompt.ts';

const reply = writeOutput.parse({
  sentences: [3, 12],
  claims: [
    { text: 'The "BP-4" costs {about} €149, [net].', sentences: [3] },
    { text: 'It is sold\nin our store \\ shop: "claims":[{', sentences: [12, 3] },
    { text: 'It weighs 2 kg.', sentences: [] },
  ],
  missing: null,
});
const heads = (text: string) => Array.from({ length: text.length + 1 }, (_, length) => text.slice(0, length));

describe.each([
  ['bare', JSON.stringify(reply)],
  ['indented, in a fence', `\`\`\`json\n${JSON.stringify(reply, null, 2)}\n\`\`\``],
  ['behind prose and thoughts', `<think>{"sentences":[1],"claims":[{}],"x":1}</think>Here: ${JSON.stringify(reply)}`],
])('a reply that is %s, cut anywhere', (_what, text) => {
  test('holds whole claims alone, in their order, and never one less than before', () => {
    let before = 0;
    for (const head of heads(text)) {
      const claims = replySoFar(head)?.claims ?? [];
      expect(claims).toEqual(reply.claims.slice(0, claims.length));
      expect(claims.length).toBeGreaterThanOrEqual(before);
      before = claims.length;
    }
    expect(before).toBe(reply.claims.length);
  });

  test('holds its numbers whole or not at all', () => {
    const seen = heads(text).flatMap((head) => replySoFar(head)?.sentences.join() ?? []);
    expect([...new Set(seen)]).toEqual(['3,12']);
  });
});

test('a claim of another shape ends what is told', () => {
  const claims = [{ text: 'Yes.', sentences: [1] }, { words: 'No.' }, { text: 'Yes and no.', sentences: [1] }];
  expect(replySoFar(JSON.stringify({ sentences: [1], claims, missing: null }))?.claims).toEqual(claims.slice(0, 1));
});

test.each(['', 'I do not know.', '[1, 2]', '{"sentences": "all", "claims": [], "missing": null}', '{"sentences": [1'])(
  'nothing is read out of %j',
  (text) => {
    expect(replySoFar(text)).toBeUndefined();
  },
);
