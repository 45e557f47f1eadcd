import { contradicted, failed, passed, wholeOf, worst, type Evidence, type Verdict } from './verdict.ts';

/** Countries with what is theirs: closed lists, so that a word of them is a name wherever it stands and however it is written. */
const groups = (
  'netherlands dutch|belgium belgian|germany german|france french|austria austrian|spain spanish|italy italian|poland|sweden swedish|finland finnish|ireland irish|greece greek|portugal portuguese|denmark danish|hungary hungarian|britain british|england english|scotland scottish|wales welsh|' +
  'norway norwegian|switzerland swiss|russia russian|ukraine ukrainian|romania romanian|bulgaria bulgarian|croatia croatian|serbia serbian|slovenia slovenian|slovakia slovak|estonia estonian|latvia latvian|lithuania lithuanian|iceland icelandic|luxembourg|malta maltese|cyprus cypriot|' +
  'america american|canada canadian|mexico mexican|brazil brazilian|argentina argentine|chile chilean|colombia colombian|peru peruvian|china chinese|japan japanese|korea korean|india indian|pakistan pakistani|indonesia indonesian|thailand thai|vietnam vietnamese|philippines filipino|' +
  'australia australian|egypt egyptian|morocco moroccan|nigeria nigerian|kenya kenyan|israel israeli|iran iranian|iraq iraqi|syria syrian|turkish'
)
  .split('|')
  .map((group) => group.split(' '));
const groupOf = new Map(groups.flatMap((group, index) => group.map((word) => [word, index] as const)));
const weekday = /\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b/gi;
const anyDay =
  /\b(?:weekends?|weekdays?|(?:business|working) days?|every day|daily|mo|tu|we|th|fr|sa|su|mon|tue|wed|thu|fri|sat|sun)\b|[-–]\s?(?:mon|tues|wednes|thurs|fri|satur|sun)day|day (?:to|through) /i;

/** Each country, nationality and day of the week of a claim stands in its evidence, whatever its capitals: Dutch is the Netherlands, and not Spanish. */
export function checkPlaces(claim: string, evidence: Evidence): Verdict {
  const whole = wholeOf(evidence);
  const told = new Set(placesOf(whole).map(([, group]) => group));
  const places = placesOf(claim)
    .filter(([, group]) => !told.has(group))
    .map(([word]) => failed(`Not in the quote or its headings: ${word}`));
  return worst([...places, checkDays(claim, evidence.sentence, whole)]);
}

/** Whether a word names the country of one that stands in the evidence: "the Netherlands" for "Dutch". */
export function namesPlaceOf(word: string, whole: string): boolean {
  const group = groupOf.get(word.toLowerCase());
  return group !== undefined && placesOf(whole).some(([, other]) => other === group);
}

function placesOf(text: string): (readonly [string, number])[] {
  return (text.match(/\p{L}+/gu) ?? []).flatMap((word) => {
    const group =
      groupOf.get(word.toLowerCase()) ??
      (word === 'Polish' ? groupOf.get('poland') : word === 'Turkey' ? groupOf.get('turkish') : undefined);
    return group === undefined ? [] : [[word, group] as const];
  });
}

function checkDays(claim: string, sentence: string, whole: string): Verdict {
  const daysOf = (text: string) => [...text.matchAll(weekday)].map(([, day = '']) => day.toLowerCase());
  const told = daysOf(sentence).length > 0 ? daysOf(sentence) : daysOf(whole);
  const strange = daysOf(claim).find((day) => !told.includes(day));
  if (strange === undefined || anyDay.test(told.length > 0 ? sentence : whole)) return passed;
  return told.length > 0
    ? contradicted(`The claim says “${strange}day”, the quote “${told[0]}day”.`)
    : failed(`Not in the quote: ${strange}day`);
}
