import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RankedSentence } from '../../../src/grounding/sentences/rankSentences.ts';
import { withWholeCode, withWholeLists, withWholeProcedures } from '../../../src/grounding/sentences/wholes.ts';
import type { Passage } from '../../../src/retrieval/passage.ts';
import { analysed, passage, ranked } from '../passage.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

/** Where a part of a passage's text was chosen from it. */
function chosen(text: string, part: string, more: Partial<Passage> = {}): RankedSentence {
  const [source, at] = [passage(text, more), text.indexOf(part)];
  if (at < 0) throw new Error(`"${part}" does not stand in the text`);
  const start = source.sourceSpan.start + at;
  const sentence = ranked(part, source.documentId);
  return {
    ...sentence,
    candidate: { ...sentence.candidate, passage: source, sourceSpan: { start, end: start + part.length } },
  };
}

const texts = (sentences: readonly RankedSentence[]) =>
  withWholeProcedures(sentences).map(({ candidate }) => candidate.text);

const list = 'To reset your password:\n1. Open the sign-in page.\n2. Choose Forgot password.\n3. Follow the link.';
const text = `# Passwords\nPasswords never expire.\n${list}\nThe link works once.`;

describe('a step of a numbered list', () => {
  test.each(['Open the sign-in page.', 'Choose Forgot password.', '3. Follow the link.'])(
    'stands for the whole list with its lead-in: %s',
    (part) => {
      expect(texts([chosen(text, part)])).toEqual([list]);
    },
  );

  test('so does the lead-in alone, and a list that was taken along', () => {
    expect(texts([chosen(text, 'To reset your password:')])).toEqual([list]);
    expect(texts([chosen(text, list)])).toEqual([list]);
  });

  test('is told with where the list stands, and with all else that was known of the step', () => {
    const step = { ...chosen(text, 'Choose Forgot password.'), score: 3, answers: 5, ownSimilarity: 0.6 };
    const [whole] = withWholeProcedures([step]);
    const start = step.candidate.passage.sourceSpan.start + text.indexOf(list);
    expect(whole).toEqual({
      ...step,
      candidate: { ...step.candidate, text: list, sourceSpan: { start, end: start + list.length } },
    });
  });

  test.each<[string, string, string]>([
    ['without a line that leads in', 'Passwords never expire.\n1. Open it.\n2. Close it.', '1. Open it.\n2. Close it.'],
    ['with a heading above it', '## Steps:\n1. Open it.\n2. Close it.', '1. Open it.\n2. Close it.'],
    [
      'with brackets behind its numbers',
      'Do this:\n1) Open it.\n2) Close it.\n',
      'Do this:\n1) Open it.\n2) Close it.',
    ],
    [
      'with indented lines under a step',
      'Do this:\n1. Wait.\n   - on the left\n     or on the right\n2. Open it.\nThen ride.',
      'Do this:\n1. Wait.\n   - on the left\n     or on the right\n2. Open it.',
    ],
    [
      'with steps of its own',
      'Do this:\n1. Wait.\n2. Open it.\n   1. Turn the key.\n   2. Pull.',
      'Do this:\n1. Wait.\n2. Open it.\n   1. Turn the key.\n   2. Pull.',
    ],
    [
      'with a blank line between its steps',
      'Do this:\n\n1. Wait.\n\n2. Open it.',
      'Do this:\n\n1. Wait.\n\n2. Open it.',
    ],
  ])('%s', (_what, whole, expected) => {
    const part = whole.includes('Open it.') ? 'Open it.' : whole;
    expect(texts([chosen(whole, part)])).toEqual([expected]);
  });

  test('an indented line under it stands for the whole list too', () => {
    const nested = 'Do this:\n1. Wait.\n   Until it is green.\n2. Open it.';
    expect(texts([chosen(nested, 'Until it is green.')])).toEqual([nested]);
  });

  test('the list of the passage that it stands in, of two', () => {
    const two = 'To open:\n1. Wait.\n2. Pull.\nTo close:\n1. Push.\n2. Lock it.';
    expect(texts([chosen(two, 'Push.')])).toEqual(['To close:\n1. Push.\n2. Lock it.']);
    expect(texts([chosen(two, 'Push.'), chosen(two, 'Pull.')])).toEqual([
      'To close:\n1. Push.\n2. Lock it.',
      'To open:\n1. Wait.\n2. Pull.',
    ]);
  });
});

describe('stays as it is', () => {
  test.each<[string, string, string]>([
    ['a sentence outside the list', text, 'The link works once.'],
    ['the sentence above it', text, 'Passwords never expire.'],
    ['an item of a list without numbers', 'You need:\n- a lock\n- a helmet', 'a lock'],
    ['a number in a sentence', 'It takes 2. Nobody waits.\nIt is fine.', 'Nobody waits.'],
    ['a step that stands alone', 'Do this:\n1. Open it.\nThen ride.', '1. Open it.'],
    ['indented lines without a step', 'Run this:\n    npm start\n    npm test', 'npm test'],
    ['a line that leads in to no list', 'You need:\nA lock is best.', 'You need:'],
  ])('%s', (_what, whole, part) => {
    expect(texts([chosen(whole, part)])).toEqual([part]);
  });

  test('a step of a list that is too long to be read in an answer', () => {
    const ofLength = (steps: number) =>
      [
        'Do this:',
        ...Array.from(
          { length: steps },
          (_, index) => `${index + 1}. ${'Turn the key and wait until the light is green, '.repeat(2)}then go on.`,
        ),
      ].join('\n');
    const [short, long] = [ofLength(12), ofLength(16)];
    expect(short.length).toBeLessThanOrEqual(1_500);
    expect(long.length).toBeGreaterThan(1_500);
    expect(texts([chosen(short, 'Turn the key')])).toEqual([short]);
    expect(texts([chosen(long, 'Turn the key')])).toEqual(['Turn the key']);
  });
});

describe('several sentences', () => {
  test('of one list give it once, where the first of them stood', () => {
    const [outside, second, third] = ['The link works once.', 'Choose Forgot password.', 'Follow the link.'].map(
      (part) => chosen(text, part),
    );
    expect(texts([second!, third!])).toEqual([list]);
    expect(texts([outside!, third!, second!])).toEqual(['The link works once.', list]);
    expect(texts([second!, outside!, third!])).toEqual([list, 'The link works once.']);
  });

  test('of a list that is part of another chosen text give the longer one', () => {
    const longer = chosen(text, `Passwords never expire.\n${list}`);
    expect(texts([chosen(text, 'Follow the link.'), longer])).toEqual([longer.candidate.text]);
    expect(texts([longer, chosen(text, 'Follow the link.')])).toEqual([longer.candidate.text]);
  });

  test('of the same place in two documents stay two', () => {
    const [one, other] = ['chunk-1', 'chunk-2'].map((chunkId) => chosen(text, 'Follow the link.', { chunkId }));
    expect(texts([one!, other!])).toEqual([list, list]);
  });

  test('none give none, and once more changes nothing', () => {
    expect(withWholeProcedures([])).toEqual([]);
    const line = fc.constantFrom(
      'To open it:',
      '1. Wait for it.',
      '2. Open it now.',
      '3) Go on.',
      '   under a step',
      '- a lock',
      'It is green.',
      '## Steps',
      '',
      '    npm start',
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 10 }), fc.infiniteStream(fc.nat()), (written, picks) => {
        const whole = written.join('\n');
        const sentences = analysed(passage(whole)).map((candidate) => ({
          ...ranked(candidate.text, 'document-1'),
          candidate,
        }));
        const some = sentences.filter(() => (picks.next().value ?? 0) % 2 === 0);
        const found = withWholeProcedures(some);
        expect(withWholeProcedures(found)).toEqual(found);
        for (const {
          candidate: { sourceSpan, text: said, passage: source },
        } of found) {
          if (said.includes('\n'))
            expect(
              whole.slice(sourceSpan.start - source.sourceSpan.start, sourceSpan.end - source.sourceSpan.start),
            ).toBe(said);
        }
        // Nothing that was chosen is lost.
        const holds = (sentence: RankedSentence) =>
          found.some(
            ({
              candidate: {
                sourceSpan: { start, end },
              },
            }) => start <= sentence.candidate.sourceSpan.start && end >= sentence.candidate.sourceSpan.end,
          );
        expect(some.every(holds)).toBe(true);
      }),
    );
  });
});

describe('a line of code', () => {
  const codeOf = (source: string, part: string) =>
    withWholeCode([chosen(source, part)]).map(({ candidate }) => candidate.text);
  const code =
    'Install the operator:\n\n    helm repo add acme https://acme.example\n\n    helm install operator acme/operator';
  const guide = `# Operator\nIt watches one cluster.\n${code}\nIt starts in a minute.`;

  test.each(['helm repo add acme https://acme.example', 'helm install operator'])(
    'stands for the whole block with its lead-in: %s',
    (part) => {
      expect(codeOf(guide, part)).toEqual([code]);
    },
  );

  test('stands without the line above where that leads to nothing', () => {
    expect(codeOf('It is easy.\n    first\n    second', 'second')).toEqual(['    first\n    second']);
    expect(codeOf('## Commands:\n    first\n    second', 'second')).toEqual(['    first\n    second']);
  });

  test('stands alone in a long block, and prose stands as it is', () => {
    const long = Array.from({ length: 60 }, (_, line) => `    export SETTING_${line}=1`).join('\n');
    expect(codeOf(long, 'export SETTING_7=1')).toEqual(['export SETTING_7=1']);
    expect(codeOf(guide, 'It watches one cluster.')).toEqual(['It watches one cluster.']);
  });

  test('two lines of one block are told once', () => {
    expect(withWholeCode([chosen(guide, 'helm repo add'), chosen(guide, 'helm install')])).toHaveLength(1);
  });
});

describe('an item of a list', () => {
  const roles = '- Owner\n- Admin\n- Support';
  const whole = (question: string, text: string, part: string) =>
    withWholeLists([chosen(text, part)], readQuestion(question)).map(({ candidate }) => candidate.text);

  test.each([
    'what roles are there',
    'Which roles do you have?',
    'what are the roles',
    'list the roles please',
    'which kinds of staff account can I give',
    'which staff roles exist?',
    'what is included',
    'whats not allowed',
  ])('stands for all of it where several are asked for: %s', (question) => {
    expect(whole(question, `## Roles\n\n${roles}\n\nThe Owner pays.`, 'Admin')).toEqual([roles]);
  });

  test('takes the line along that leads in', () => {
    expect(whole('what roles are there', `A shop has these roles:\n${roles}`, 'Admin')).toEqual([
      `A shop has these roles:\n${roles}`,
    ]);
  });

  test.each([
    'which role pays',
    'what does an Admin do',
    'what happens to an account',
    'is there a role for support',
    'who may refund an order',
  ])('stands alone where one thing is asked for: %s', (question) => {
    expect(whole(question, `## Roles\n\n${roles}`, 'Admin')).toEqual(['Admin']);
  });

  test('stands alone where it has a word of the question, is alone, or its list is long', () => {
    expect(whole('which discounts do students get', '- Students: 20 %\n- Teachers: 10 %', 'Students: 20 %')).toEqual([
      'Students: 20 %',
    ]);
    expect(whole('what roles are there', '## Roles\n\n- Admin\n\nMore will come.', 'Admin')).toEqual(['Admin']);
    const long = Array.from({ length: 200 }, (_, item) => `- Item ${item}`).join('\n');
    expect(whole('what roles are there', long, 'Item 7')).toEqual(['Item 7']);
  });

  const formats = 'Format: PDF; Use: label printers\nFormat: ZPL; Use: thermal printers';
  const sizes = 'Width: 4 cm; Price: 1 euro';

  test('a row stands for its table, and for no other below it', () => {
    const text = `# Label formats\n\n${formats}\n\n${sizes}`;
    const row = chosen(text, 'Format: PDF; Use: label printers');
    const below = { ...row, candidate: { ...row.candidate, headings: ['Label formats'] } };
    const texts = withWholeLists([below], readQuestion('what label formats are there')).map(
      ({ candidate }) => candidate.text,
    );
    expect(texts).toEqual([formats]);
    // The columns' names are no answer: what a row says of ZPL is in its cells.
    expect(whole('which formats do thermal printers take', text, 'Format: ZPL; Use: thermal printers')).toEqual([
      'Format: ZPL; Use: thermal printers',
    ]);
  });
});
