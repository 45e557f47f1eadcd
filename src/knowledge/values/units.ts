/** A unit under its canonical name. `factor` is how many canonical units one written unit is worth. */
export interface Unit {
  readonly name: string;
  readonly factor: number;
}

/**
 * Canonical unit, factor and written names. Conversions are exact only: a month is not a number of days, a business day
 * is not a day, and a megabyte is a million bytes (1,048,576 bytes are written MiB). Names of one or two letters are
 * case-sensitive: Mb is not MB.
 */
const measured: readonly (readonly [string, number, string])[] = [
  ['second', 0.001, 'ms millisecond msec'],
  ['second', 1, 's sec second'],
  ['second', 60, 'min minute mins'],
  ['second', 3_600, 'h hr hrs hour'],
  ['second', 86_400, 'd day'],
  ['second', 604_800, 'wk week'],
  ['second', 1_209_600, 'fortnight'],
  ['month', 1, 'mo month'],
  ['month', 3, 'quarter'],
  ['month', 12, 'yr yrs year'],
  ['month', 120, 'decade'],
  ['month', 1_200, 'century centuries'],
  ['night', 1, 'night'],
  ['byte', 1, 'B byte'],
  ['byte', 1e3, 'kB KB kilobyte'],
  ['byte', 1e6, 'MB megabyte'],
  ['byte', 1e9, 'GB gigabyte'],
  ['byte', 1e12, 'TB terabyte'],
  ['byte', 1_024, 'KiB'],
  ['byte', 1_048_576, 'MiB'],
  ['byte', 1_073_741_824, 'GiB'],
  ['bit', 1, 'bit'],
  ['bit', 1e3, 'kbit kb'],
  ['bit', 1e6, 'Mbit Mb megabit'],
  ['bit', 1e9, 'Gbit Gb gigabit'],
  ['bit/second', 1e3, 'kbps'],
  ['bit/second', 1e6, 'Mbps mbps'],
  ['bit/second', 1e9, 'Gbps gbps'],
  ['gram', 0.001, 'mg milligram'],
  ['gram', 1, 'g gram gramme'],
  ['gram', 1e3, 'kg kilo kilogram kilogramme'],
  ['gram', 1e6, 'tonne'],
  ['ton', 1, 'ton'],
  ['metre', 0.001, 'mm millimetre millimeter'],
  ['metre', 0.01, 'cm centimetre centimeter'],
  ['metre', 1, 'm metre meter'],
  ['metre', 1e3, 'km kilometre kilometer'],
  ['litre', 0.001, 'ml mL millilitre milliliter'],
  ['litre', 0.01, 'cl'],
  ['litre', 1, 'l L litre liter'],
  ['foot', 1, 'ft foot feet'],
  ['inch', 1, 'inch inches'],
  ['mile', 1, 'mi mile'],
  ['mile/hour', 1, 'mph'],
  ['yard', 1, 'yard'],
  ['ounce', 1, 'oz ounce'],
  ['pound', 1, 'lb lbs pound'],
  ['gallon', 1, 'gallon'],
  ['watt', 1, 'W watt'],
  ['watt', 1e3, 'kW kilowatt'],
  ['watt', 1e6, 'MW megawatt'],
  ['watt hour', 1, 'Wh'],
  ['watt hour', 1e3, 'kWh'],
  ['volt', 1, 'V volt'],
  ['volt', 1e3, 'kV'],
  ['ampere', 1, 'A amp ampere'],
  ['hertz', 1, 'Hz hertz'],
  ['hertz', 1e3, 'kHz'],
  ['hertz', 1e6, 'MHz'],
  ['hertz', 1e9, 'GHz'],
  ['bar', 1, 'bar'],
  ['decibel', 1, 'dB'],
  ['pixel', 1, 'px pixel'],
  ['celsius', 1, 'celsius'],
  ['fahrenheit', 1, 'fahrenheit'],
  ['degree', 1, 'degree'],
  ['hectare', 1, 'ha hectare'],
  ['acre', 1, 'acre'],
  ['%', 1, '% percent pct'],
  ['permille', 1, '‰'],
  ['percentage point', 1, 'pp'],
  ['EUR', 1, '€ EUR euro'],
  ['USD', 1, '$ USD dollar'],
  ['GBP', 1, '£ GBP quid'],
  ['JPY', 1, '¥ JPY yen'],
  ['CHF', 1, 'CHF franc'],
  ['INR', 1, '₹ INR rupee'],
  ['CNY', 1, 'CNY RMB yuan'],
  ['RUB', 1, '₽ RUB rouble ruble'],
  ['PLN', 1, 'PLN zł złoty zloty'],
  ['SEK', 1, 'SEK'],
  ['NOK', 1, 'NOK'],
  ['DKK', 1, 'DKK'],
  ['krone', 1, 'kr krone kroner krona kronor'],
  ['CAD', 1, 'CAD'],
  ['AUD', 1, 'AUD'],
  ['TRY', 1, '₺ TRY lira'],
  ['BRL', 1, 'BRL'],
  ['CZK', 1, 'CZK'],
  ['cent', 1, 'cent ct'],
  ['penny', 1, 'penny pence'],
  // German, French and Spanish words that differ from the English ones.
  ['second', 1, 'sekunde sekunden seconde secondes segundo segundos'],
  ['second', 60, 'minuten minuto minutos'],
  ['second', 3_600, 'stunde stunden heure heures hora horas'],
  ['second', 86_400, 'tag tage tagen jour jours día días dia dias'],
  ['second', 604_800, 'woche wochen semaine semaines semana semanas'],
  ['month', 1, 'monat monate monaten mois mes meses'],
  ['month', 12, 'jahr jahre jahren an ans année années año años'],
  ['%', 1, 'prozent'],
];

const exact = new Map<string, Unit>();
const folded = new Map<string, Unit>();
for (const [name, factor, names] of measured) {
  for (const written of names.split(' ')) {
    exact.set(written, { name, factor });
    if (written.length > 2) folded.set(written.toLowerCase(), { name, factor });
  }
}

/** The unit of measurement that a word or sign names; undefined for a noun of countable things. */
export function measuredUnit(word: string): Unit | undefined {
  const lower = word.toLowerCase();
  return (
    exact.get(word) ??
    folded.get(lower) ??
    (lower.endsWith('s') && lower.length > 3 ? folded.get(lower.slice(0, -1)) : undefined)
  );
}

const currencies = new Set([
  'EUR',
  'USD',
  'GBP',
  'JPY',
  'CHF',
  'INR',
  'CNY',
  'RUB',
  'PLN',
  'SEK',
  'NOK',
  'DKK',
  'CAD',
  'AUD',
  'TRY',
  'BRL',
  'CZK',
  'krone',
  'cent',
  'penny',
  'pound',
]);
const measuredNames = new Set(
  measured.map(([name]) => name).concat('business day', 'business hour', 'clock', 'ordinal'),
);

export function isCurrency(unit: string): boolean {
  return currencies.has(unit);
}

/** Whether `unit`, without its denominators, is a unit of measurement and not a countable noun. */
export function isMeasured(unit: string): boolean {
  return measuredNames.has(unit.split('/')[0] ?? '');
}

/** The canonical name of a denominator: "hours" becomes hour, "customers" becomes customer. */
export function stemOfNoun(word: string): string {
  const lower = word.toLowerCase().replace(/['\u2019]s$/, '');
  if (lower.length < 4) return lower;
  return lower.replace(/ies$/, 'y').replace(/(?<=s|x|z|ch|sh)es$|(?<![su])s$/, '');
}

const magnitudes: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  mn: 1e6,
  mio: 1e6,
  bn: 1e9,
  tn: 1e12,
  dozen: 12,
  lakh: 1e5,
  crore: 1e7,
  tausend: 1e3,
  millionen: 1e6,
  milliarde: 1e9,
  milliarden: 1e9,
  millions: 1e6,
  milliard: 1e9,
  milliards: 1e9,
  millón: 1e6,
  millones: 1e6,
  mil: 1e3,
  mille: 1e3,
};

/**
 * The factor by which a word behind a number multiplies it: 1 for any other word. `k`, `M`, and `m` and `b` behind
 * money, count only if they directly follow the number without a space.
 */
export function magnitudeOf(word: string, glued: boolean, money: boolean): number {
  if (glued && /^[kK]$/.test(word)) return 1e3;
  if (glued && (word === 'M' || (money && word === 'm'))) return 1e6;
  if (glued && /^[bB]$/.test(word) && money) return 1e9;
  return magnitudes[word.toLowerCase()] ?? 1;
}
