/** What `npm run bench place` prints of a half. */
import { formatTable, right } from '../../src/cli/output/table.ts';
import type { AskedPlace } from './askPlace.ts';
import { placeKinds } from './placeQuestions.ts';

type Test = (asked: AskedPlace) => boolean;

const isSure: Test = ({ tier }) => tier === 'CONFIDENT';
const isOther: Test = ({ isRight, isFalse, isFalseShort, isRefused }) =>
  !(isRight || isFalse || isFalseShort || isRefused);
const isWrongTwin: Test = ({ kind, isRight, isRefused }) => kind === 'twin' && !isRight && !isRefused;

/** A voided question that is refused is right as well, and a short answer may be false below a right text. */
const columns: readonly (readonly [title: string, test: Test])[] = [
  ['asked', () => true],
  ['right', ({ isRight }) => isRight],
  ['false+sure', (asked) => isFalseAndSure(asked)],
  ['false+unsure', (asked) => isFalseAndUnsure(asked)],
  ['false short', ({ isFalseShort }) => isFalseShort],
  ['refused', ({ isRefused }) => isRefused],
  ['other', isOther],
  ['twin wrong+sure', (asked) => isWrongTwin(asked) && isSure(asked)],
];

export const isFalseAndSure: Test = (asked) => asked.isFalse && isSure(asked);

const isFalseAndUnsure: Test = (asked) => asked.isFalse && !isSure(asked);

export function placeTable(asked: readonly AskedPlace[]): string {
  const row = (name: string, members: readonly AskedPlace[]) => [
    name,
    ...columns.map(([, test]) => String(members.filter(test).length)),
    share(members.filter(({ isRight }) => isRight).length, members.length),
  ];
  const formats = [...new Set(asked.map(({ format }) => format))].sort();
  return formatTable(
    [{ title: '' }, ...columns.map(([title]) => right(title)), right('right %')],
    [
      ...placeKinds.map((kind) =>
        row(
          kind,
          asked.filter((each) => each.kind === kind),
        ),
      ),
      row('all', asked),
      ...formats.map((format) =>
        row(
          format,
          asked.filter((each) => each.format === format),
        ),
      ),
    ],
  );
}

const share = (part: number, whole: number): string => (whole === 0 ? '-' : ((100 * part) / whole).toFixed(0));

/** The goals with what was reached, then what guards against winning them by saying less. */
export function placeGoals(asked: readonly AskedPlace[]): string {
  const count = (test: Test) => asked.filter(test).length;
  const atMost = (name: string, most: number, test: Test) =>
    `${count(test) <= most ? 'met' : 'NOT MET'}: ${name}: ${count(test)}, at most ${most}`;
  const atLeast = (name: string, least: number, kind: AskedPlace['kind']) => {
    const members = asked.filter((each) => each.kind === kind);
    const rights = members.filter(({ isRight }) => isRight).length;
    const isMet = 100 * rights >= least * members.length;
    return `${isMet ? 'met' : 'NOT MET'}: ${name}: ${rights} of ${members.length}, at least ${least} in 100`;
  };
  const twins = asked.filter(({ kind, isRight }) => kind === 'twin' && isRight);
  const sure = twins.filter(isSure).length;
  return [
    atMost('false and CONFIDENT', 0, isFalseAndSure),
    atMost('false and UNCERTAIN', 3, isFalseAndUnsure),
    atMost('false short answers', 0, ({ isFalseShort }) => isFalseShort),
    atLeast('denied, answered with their line', 80, 'denied'),
    atLeast('twins right', 80, 'twin'),
    `harmless twins that are CONFIDENT: ${sure} of the ${twins.length} right ones, ${share(sure, twins.length)} in 100`,
    `right twins with a short answer: ${twins.filter(({ short }) => short !== null).length}`,
  ].join('\n');
}

/** Each question that is not right, or whose short answer is false. */
export function placeFailures(asked: readonly AskedPlace[]): string {
  return asked
    .filter(({ isRight, isFalseShort }) => !isRight || isFalseShort)
    .map((each) => {
      const short = each.short === null ? '' : ` [${each.short}]`;
      const shown = each.shown.slice(0, 300).replaceAll('\n', ' / ');
      return `${each.kind} ${each.file} ${verdictOf(each)}: ${each.question}\n  ${each.outcome} ${each.tier} ${each.confidence.toFixed(2)}${short} ${shown}`;
    })
    .join('\n');
}

function verdictOf({ isFalse, isFalseShort, isRefused }: AskedPlace): string {
  const names = [isFalse && 'FALSE', isFalseShort && 'FALSE_SHORT', isRefused && 'REFUSED'].filter(Boolean);
  return names.join(' ') || 'OTHER';
}
