import { posix } from 'node:path';
import { CandorError } from '../../../errors.ts';
import { usableTitle } from '../documentWriter.ts';
import { attribute, elementsIn, readXml, relationId, textIn, type XmlElement } from './xml.ts';
import { readZip } from './zipGuard.ts';

/** The XML parts of an office file or book, by their names in its archive. */
export interface OfficeParts {
  has(name: string): boolean;
  names(): readonly string[];
  /** The text of a part. @throws DOCUMENT_CORRUPT when it is missing */
  text(name: string): string;
  /** Its root element. @throws DOCUMENT_CORRUPT when it is missing or no XML */
  xml(name: string): XmlElement;
}

const kinds: readonly (readonly [part: RegExp, kind: string, ending: string])[] = [
  [/^word\/document\.xml$/, 'a Word document', '.docx'],
  [/^xl\/workbook\.xml$/, 'an Excel workbook', '.xlsx'],
  [/^xl\/workbook\.bin$/, 'a binary Excel workbook', '.xlsx'],
  [/^ppt\/presentation\.xml$/, 'a PowerPoint presentation', '.pptx'],
  [/^META-INF\/container\.xml$/, 'a book in EPUB', '.epub'],
  [/^content\.xml$/, 'an OpenDocument file', '.odt, .ods or .odp'],
];

/**
 * Unpacks what can hold text, within the limits of `readZip`.
 * @param needed the part without which it is no file of this kind
 * @throws DOCUMENT_UNSUPPORTED naming the kind that it is, DOCUMENT_CORRUPT when it is none that is known; as `readZip`
 */
export async function readOfficeParts(
  bytes: Uint8Array,
  needed: string,
  keep = /\.(xml|rels)$/i,
): Promise<OfficeParts> {
  const parts = await readZip(bytes, (name) => keep.test(name) || name === 'mimetype');
  const names = [...parts.keys()];
  if (!parts.has(needed)) {
    const kind = kinds.find(([part]) => names.some((name) => part.test(name)));
    if (!kind)
      throw new CandorError('DOCUMENT_CORRUPT', `The archive holds no ${needed}, without which nothing is read.`);
    throw new CandorError('DOCUMENT_UNSUPPORTED', `The file is ${kind[1]}.`, {
      remedy: `Save it with the ending ${kind[2]} and ingest it again.`,
    });
  }
  const text = (name: string): string => {
    const part = parts.get(name);
    if (part) return decodeXml(part);
    throw new CandorError('DOCUMENT_CORRUPT', `The file lacks its part ${name}.`);
  };
  return { has: (name) => parts.has(name), names: () => names, text, xml: (name) => readXml(text(name)) };
}

function decodeXml(part: Buffer): string {
  const mark = part.subarray(0, 2).toString('latin1');
  if (mark === '\xFF\xFE') return part.toString('utf16le').slice(1);
  return part.toString('utf8').replace(/^\uFEFF/, '');
}

export interface Relation {
  readonly type: string;
  /** The name of the part that it leads to. */
  readonly target: string;
}

/** What a part of an Office file refers to, by id; what leads out of the archive is left out. */
export function relationsOf(parts: OfficeParts, name: string): Map<string, Relation> {
  const file = posix.join(posix.dirname(name), '_rels', `${posix.basename(name)}.rels`);
  if (!parts.has(file)) return new Map();
  return new Map(
    elementsIn(parts.xml(file), 'Relationship')
      .filter((element) => attribute(element, 'TargetMode') !== 'External')
      .map((element) => {
        const target = attribute(element, 'Target') ?? '';
        const type = (attribute(element, 'Type') ?? '').split('/').at(-1) ?? '';
        const path = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(name), target);
        return [attribute(element, 'Id') ?? '', { type, target: path }];
      }),
  );
}

/** The part that an element's `r:id` leads to, where there is one. */
export function partOf(
  parts: OfficeParts,
  relations: ReadonlyMap<string, Relation>,
  element: XmlElement,
): string | undefined {
  const target = relations.get(relationId(element) ?? '')?.target;
  return target !== undefined && parts.has(target) ? target : undefined;
}

/** Title and author as the program stored them, where a person wrote them. */
export function officeFacts(parts: OfficeParts, name = 'docProps/core.xml') {
  if (!parts.has(name)) return {};
  const found = new Map<string, string>();
  const visit = (element: XmlElement) => {
    for (const child of elementsIn(element)) {
      if (!found.has(child.name)) found.set(child.name, textIn(child));
      visit(child);
    }
  };
  visit(parts.xml(name));
  return {
    title: usableTitle(found.get('title')),
    author: usableTitle(found.get('creator') ?? found.get('initial-creator')),
    language: /^[a-z]{2}(?=-|$)/i.exec(found.get('language') ?? '')?.[0].toLowerCase(),
  };
}
