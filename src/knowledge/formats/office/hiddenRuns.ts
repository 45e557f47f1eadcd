/**
 * Hidden text of Word files (`w:vanish`, on a run or through its style). A reader of the printed page never sees it,
 * but mammoth passes it on. Elements are told by local name alone: a made-up namespace prefix must not bring hidden
 * text back.
 */

const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(\/?)(?:[^\s/>:]+:)?([^\s/>:!?]+)((?:[^"'>/]|"[^"]*"|'[^']*'|\/(?!>))*)(\/?)>/g;

interface Tag {
  readonly name: string;
  readonly attributes: string;
  readonly opens: boolean;
  readonly closes: boolean;
  readonly start: number;
  readonly end: number;
}

function* tags(xml: string): Generator<Tag> {
  for (const found of xml.matchAll(token)) {
    const [whole, slash, name, attributes = '', selfClosing] = found;
    if (name !== undefined)
      yield {
        name,
        attributes,
        opens: slash === '',
        closes: slash === '/' || selfClosing === '/',
        start: found.index,
        end: found.index + whole.length,
      };
  }
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return found?.[1] ?? found?.[2];
}

const isOn = ({ attributes }: Tag): boolean => !/^(false|0|off)$/.test(attribute(attributes, 'val') ?? '');

interface Style {
  vanish?: boolean;
  basedOn?: string;
}

/** Ids of styles whose text is hidden, by themselves or through a style they are based on. */
export function hiddenStyles(xml: string): Set<string> {
  const styles = readStyles(xml);
  const isHidden = (id: string | undefined, seen: Set<string>): boolean => {
    const style = id === undefined || seen.has(id) ? undefined : styles.get(id);
    if (!style || id === undefined) return false;
    return style.vanish ?? isHidden(style.basedOn, seen.add(id));
  };
  return new Set([...styles.keys()].filter((id) => isHidden(id, new Set())));
}

function readStyles(xml: string): Map<string, Style> {
  const styles = new Map<string, Style>();
  const path: string[] = [];
  let style: Style = {};
  for (const tag of tags(xml)) {
    if (tag.opens && tag.name === 'style') styles.set(attribute(tag.attributes, 'styleId') ?? '', (style = {}));
    if (tag.opens && tag.name === 'vanish' && path.at(-1) === 'rPr' && path.at(-2) === 'style')
      style.vanish = isOn(tag);
    if (tag.opens && tag.name === 'basedOn' && path.at(-1) === 'style')
      style.basedOn = attribute(tag.attributes, 'val') ?? '';
    follow(path, tag);
  }
  return styles;
}

function follow(path: string[], tag: Tag): void {
  if (tag.opens && !tag.closes) path.push(tag.name);
  else if (!tag.opens) path.pop();
}

interface Run {
  readonly start: number;
  readonly paragraphStyle: string;
  style: string;
  vanish: boolean | undefined;
}

/** The XML without hidden runs; `removed` is true when one of them held text. */
export function removeHiddenRuns(xml: string, hidden: ReadonlySet<string>): { xml: string; removed: boolean } {
  if (hidden.size === 0 && !xml.includes('vanish')) return { xml, removed: false };
  const spans = outermost(hiddenRuns(xml, hidden));
  let at = 0;
  const kept = spans.map(({ start, end }) => {
    const part = xml.slice(at, start);
    at = end;
    return part;
  });
  return {
    xml: kept.join('') + xml.slice(at),
    removed: spans.some(({ start, end }) => holdsText(xml.slice(start, end))),
  };
}

interface HiddenRun {
  readonly start: number;
  readonly end: number;
}

function hiddenRuns(xml: string, hidden: ReadonlySet<string>): HiddenRun[] {
  const found: HiddenRun[] = [];
  const path: string[] = [];
  const runs: Run[] = [];
  const paragraphs: string[] = [];
  for (const tag of tags(xml)) {
    if (tag.opens && !tag.closes && tag.name === 'p') paragraphs.push('');
    if (tag.opens && tag.name === 'pStyle' && path.at(-1) === 'pPr')
      paragraphs[paragraphs.length - 1] = attribute(tag.attributes, 'val') ?? '';
    if (tag.opens && !tag.closes && tag.name === 'r')
      runs.push({ start: tag.start, paragraphStyle: paragraphs.at(-1) ?? '', style: '', vanish: undefined });
    readRunProperty(tag, path, runs.at(-1));
    if (!tag.opens && tag.name === 'p') paragraphs.pop();
    const run = !tag.opens && tag.name === 'r' ? runs.pop() : undefined;
    if (run && (run.vanish ?? (hidden.has(run.style) || hidden.has(run.paragraphStyle))))
      found.push({ start: run.start, end: tag.end });
    follow(path, tag);
  }
  return found;
}

function readRunProperty(tag: Tag, path: readonly string[], run: Run | undefined): void {
  if (!run || !tag.opens || path.at(-1) !== 'rPr' || path.at(-2) !== 'r') return;
  if (tag.name === 'vanish') run.vanish = isOn(tag);
  if (tag.name === 'rStyle') run.style = attribute(tag.attributes, 'val') ?? '';
}

/** In order, without those inside another: a run can hold a text box with runs of its own. */
function outermost(spans: readonly HiddenRun[]): HiddenRun[] {
  let end = 0;
  return [...spans]
    .sort((left, right) => left.start - right.start)
    .filter((span) => {
      if (span.start < end) return false;
      end = span.end;
      return true;
    });
}

function holdsText(xml: string): boolean {
  return [...xml.matchAll(/<(?:[^\s/>:]+:)?t(?:\s[^>]*)?>([^<]*)</g)].some(([, text = '']) => text.trim());
}
