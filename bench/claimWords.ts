/** Words with their opposites, their equals and their short forms, in the forms that sentences have them in. English. */

/** Base, third person, past, gerund. */
function formsOf(entry: string): string[] {
  const given = entry.split('/');
  if (given.length > 1) return given;
  const [stem, doubled] = entry.endsWith('*') ? [entry.slice(0, -1), entry.at(-2) ?? ''] : [entry, ''];
  const third = /[^aeiou]y$/.test(stem)
    ? stem.replace(/y$/, 'ies')
    : /(?:s|sh|ch|x)$/.test(stem)
      ? `${stem}es`
      : `${stem}s`;
  const past = stem.endsWith('e')
    ? `${stem}d`
    : /[^aeiou]y$/.test(stem)
      ? stem.replace(/y$/, 'ied')
      : `${stem}${doubled}ed`;
  return [stem, third, past, `${stem.replace(/e$/, '')}${doubled}ing`];
}

function bothWays(pairs: string): [string, string][] {
  return pairs.split(' ').flatMap((pair) => {
    const [left = '', right = ''] = pair.split('=');
    const [ones, others] = [formsOf(left), formsOf(right)];
    return ones.flatMap((one, position): [string, string][] => {
      const other = others[position];
      return other === undefined
        ? []
        : [
            [one, other],
            [other, one],
          ];
    });
  });
}

/** Verbs that cannot both be true of the same thing. `*` doubles the last letter; irregular forms are given. */
export const antonyms: ReadonlyMap<string, string> = new Map(
  bothWays(
    'accept=reject allow=forbid/forbids/forbade/forbidding include=exclude increase=decrease enable=disable start=stop* begin/begins/began/beginning=end add=remove create=delete send/sends/sent/sending=receive approve=refuse win/wins/won/winning=lose/loses/lost/losing buy/buys/bought/buying=sell/sells/sold/selling import=export lock=unlock show/shows/showed/showing=hide/hides/hid/hiding rise/rises/rose/rising=fall/falls/fell/falling encrypt=decrypt connect=disconnect upload=download install=uninstall activate=deactivate permit*=prohibit succeed=fail push=pull arrive=leave/leaves/left/leaving appear=disappear keep/keeps/kept/keeping=discard raise=lower attack=defend support=oppose open/opens/opened/opening=close lengthen=shorten publish=withhold/withholds/withheld/withholding',
  ),
);

/** Words that may stand for each other wherever one of them stands. */
export const synonyms: ReadonlyMap<string, string> = new Map([
  ...bothWays(
    'require=need purchase=buy/buys/bought/buying display=show/shows/showed/showing receive=get/gets/got/getting choose/chooses/chose/choosing=select begin/begins/began/beginning=start assist=help',
  ),
  ...'additional extra|extra additional|approximately about|also too|large big|however but|immediately at once|often frequently|frequently often|e-mail email|photo picture|several a few'
    .split('|')
    .map((pair): [string, string] => {
      const [word = '', ...other] = pair.split(' ');
      return [word, other.join(' ')];
    }),
]);

export const contractions: ReadonlyMap<string, string> = new Map(
  'cannot can’t|do not don’t|does not doesn’t|is not isn’t|are not aren’t|was not wasn’t|were not weren’t|did not didn’t|has not hasn’t|have not haven’t|will not won’t|could not couldn’t|should not shouldn’t|would not wouldn’t|it is it’s|you are you’re|we are we’re|they are they’re'
    .split('|')
    .flatMap((pair): [string, string][] => {
      const [long, short] = [pair.slice(0, pair.lastIndexOf(' ')), pair.slice(pair.lastIndexOf(' ') + 1)];
      return [[long, short], ...(/n’t$/.test(short) ? [[short, long] as [string, string]] : [])];
    }),
);

/** Measures in two notations. */
export const notations: ReadonlyMap<string, string> = new Map(
  '60 minutes=1 hour|1 hour=60 minutes|24 hours=1 day|48 hours=2 days|72 hours=3 days|7 days=1 week|14 days=2 weeks|12 months=1 year|24 months=2 years|1 year=12 months|2 weeks=14 days|30 minutes=half an hour|two=2|three=3|four=4|five=5|six=6|seven=7|eight=8|ten=10|2=two|3=three|4=four|5=five|10=ten'
    .split('|')
    .map((pair) => pair.split('=') as [string, string]),
);
