export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * A strict reader of Prometheus's text format 0.0.4, as its server is: each family has one HELP and one TYPE before its samples, samples of a family stand
 * together, no series comes twice, buckets of a histogram only grow up to `+Inf`, which is its count. @throws Error that names the line
 */
export function parsePrometheus(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const types = new Map<string, string>();
  const helped = new Set<string>();
  const left = new Set<string>();
  const seen = new Set<string>();
  const samples: Sample[] = [];
  let family = '';
  for (const line of text.split('\n').filter(Boolean)) {
    const [, keyword, named = '', rest = ''] = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/.exec(line) ?? [];
    if (keyword === 'HELP' || keyword === 'TYPE') {
      const known = keyword === 'HELP' ? helped.has(named) : types.has(named);
      if (known || left.has(named)) throw new Error(`twice: ${line}`);
      if (keyword === 'HELP') helped.add(named);
      else if (/^(?:counter|gauge|histogram|summary|untyped)$/.test(rest)) types.set(named, rest);
      else throw new Error(`no such type: ${line}`);
      continue;
    }
    const sample = readSample(line);
    const owner = familyOf(sample.name, types);
    if (owner === undefined || !helped.has(owner)) throw new Error(`no TYPE and HELP before: ${line}`);
    if (owner !== family) {
      if (left.has(owner)) throw new Error(`its family ended before: ${line}`);
      left.add(family);
      family = owner;
    }
    const series = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`;
    if (seen.has(series)) throw new Error(`a series twice: ${line}`);
    seen.add(series);
    samples.push(sample);
  }
  for (const [name, type] of types) if (type === 'histogram') checkBuckets(name, samples);
  return samples;
}

function readSample(line: string): Sample {
  const [, name, inner = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`no sample: ${line}`);
  const labels: Record<string, string> = {};
  const rest = inner.replaceAll(/([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)",?/g, (_all, key: string, text: string) => {
    labels[key] = text;
    return '';
  });
  if (rest !== '') throw new Error(`bad labels: ${line}`);
  const number = value === '+Inf' ? Number.POSITIVE_INFINITY : value === 'NaN' ? Number.NaN : Number(value);
  if (Number.isNaN(number) && value !== 'NaN') throw new Error(`no number: ${line}`);
  return { name, labels, value: number };
}

function familyOf(name: string, types: ReadonlyMap<string, string>): string | undefined {
  if (types.has(name)) return name;
  const whole = name.replace(/_(?:bucket|sum|count)$/, '');
  return types.get(whole) === 'histogram' ? whole : undefined;
}

function checkBuckets(name: string, samples: readonly Sample[]): void {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples.filter((each) => each.name === `${name}_bucket`)) {
    const { le: _le, ...labels } = sample.labels;
    const key = JSON.stringify(labels);
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  for (const [key, buckets] of groups) {
    const counts = buckets.map(({ value }) => value);
    const total = samples.find((each) => each.name === `${name}_count` && JSON.stringify(each.labels) === key)?.value;
    if (counts.some((count, index) => index > 0 && count < (counts[index - 1] ?? 0)))
      throw new Error(`the buckets of ${name}${key} shrink`);
    if (buckets.at(-1)?.labels['le'] !== '+Inf' || counts.at(-1) !== total)
      throw new Error(`the last bucket of ${name}${key} is not its count`);
  }
}
