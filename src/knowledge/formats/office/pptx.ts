import { createDocumentWriter } from '../documentWriter.ts';
import { parseHtml } from '../html/html.ts';
import { officeFacts, partOf, readOfficeParts, relationsOf, type OfficeParts, type Relation } from './officeParts.ts';
import type { ContentFlag, ParsedDocument } from '../parsed.ts';
import { slideHtml, type SlideNotes } from './pptxSlide.ts';
import { writeHeading, writeParsed } from '../writeParsed.ts';
import { attribute, elementAt, elementsIn, type XmlElement } from './xml.ts';

const main = 'ppt/presentation.xml';

/**
 * The slides of a presentation as sections: title, texts, lists, tables, descriptions of pictures, and the speaker's notes below. Hidden
 * slides are not read, and `problems` says so. Pages of the map are slides as they are numbered.
 * @throws DOCUMENT_CORRUPT, DOCUMENT_UNSUPPORTED for an archive that is no presentation, DOCUMENT_TOO_LARGE
 */
export async function parsePptx(bytes: Uint8Array): Promise<ParsedDocument> {
  const parts = await readOfficeParts(bytes, main);
  const relations = relationsOf(parts, main);
  const writer = createDocumentWriter('PAGE');
  const problems: string[] = [];
  const flags = new Set<ContentFlag>();
  const list = elementAt(parts.xml(main), 'sldIdLst');
  for (const [index, element] of (list ? elementsIn(list, 'sldId') : []).entries()) {
    const number = index + 1;
    const file = partOf(parts, relations, element);
    const slide = file === undefined ? undefined : parts.xml(file);
    if (!file || !slide) continue;
    if (/^(0|false)$/.test(attribute(slide, 'show') ?? '')) {
      flags.add('HIDDEN_TEXT_REMOVED');
      problems.push(`Slide ${number} is hidden and was not read.`);
      continue;
    }
    const related = relationsOf(parts, file);
    const { title, html, notRead } = slideHtml(slide, diagramTexts(parts, related));
    const content = parseHtml(html);
    for (const flag of content.flags) flags.add(flag);
    if (!title && !content.text) flags.add('PAGES_WITHOUT_TEXT');
    problems.push(...told(number, !title && !content.text, notRead));
    if (title || content.text) writeHeading(writer, title || `Slide ${number}`, number, 2);
    writeParsed(writer, content, number, 2);
    writeNotes(parts, related, number, writer);
  }
  return { ...writer.finish({ ...officeFacts(parts), flags }), problems };
}

function told(number: number, empty: boolean, { pictures, charts, media }: SlideNotes): string[] {
  if (empty && pictures > 0) return [`Slide ${number} holds only pictures; their text was not read.`];
  return [
    ...(charts > 0 ? [`Slide ${number}: a chart was not read.`] : []),
    ...(media > 0 ? [`Slide ${number}: an embedded object was not read.`] : []),
  ];
}

/** The texts of SmartArt, each item in its own order, by the id that the slide names it by. */
function diagramTexts(parts: OfficeParts, related: ReadonlyMap<string, Relation>): Map<string, string[]> {
  return new Map(
    [...related].flatMap(([id, { type, target }]): [string, string[]][] => {
      if (type !== 'diagramData' || !parts.has(target)) return [];
      const points = elementAt(parts.xml(target), 'ptLst');
      const texts = (points ? elementsIn(points, 'pt') : [])
        .filter((point) => !/^(pres|parTrans|sibTrans)$/.test(attribute(point, 'type') ?? 'node'))
        .map((point) => slideHtml(wrapped(point), new Map()).words);
      return [[id, texts.filter(Boolean)]];
    }),
  );
}

const wrapped = (point: XmlElement): XmlElement => ({ name: 'sld', attributes: {}, children: [point] });

function writeNotes(
  parts: OfficeParts,
  related: ReadonlyMap<string, Relation>,
  number: number,
  writer: ReturnType<typeof createDocumentWriter>,
): void {
  const file = [...related.values()].find(({ type }) => type === 'notesSlide')?.target;
  if (file === undefined || !parts.has(file)) return;
  const content = parseHtml(slideHtml(parts.xml(file), new Map()).html);
  if (!content.text) return;
  writeHeading(writer, 'Notes', number, 3);
  writeParsed(writer, content, number, 3);
}
