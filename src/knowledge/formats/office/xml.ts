import { SaxesParser } from 'saxes';
import { CandorError, messageOf } from '../../../errors.ts';

/** An element; names are without their prefix, attributes as they are written. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
}

interface XmlVisitor {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Elements within each other; a walk over a deeper tree would overflow the stack. */
const maxDepth = 500;

/**
 * Walks through XML without building a tree. A document type is refused: no office program writes one, and entities of
 * its own can grow.
 * @throws DOCUMENT_CORRUPT for what is not well-formed
 */
export function walkXml(xml: string, visitor: XmlVisitor): void {
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('error', (error) => {
    throw new CandorError('DOCUMENT_CORRUPT', `A part of the file is no well-formed XML: ${messageOf(error)}.`);
  });
  parser.on('doctype', () => {
    throw new CandorError('DOCUMENT_CORRUPT', 'The file holds a document type declaration, which no program writes.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > maxDepth) throw new RangeError('The XML is nested too deeply.');
    visitor.open?.(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    visitor.close?.(localName(name));
  });
  parser.on('text', (text) => visitor.text?.(text));
  parser.on('cdata', (text) => visitor.text?.(text));
  parser.write(xml).close();
}

/** The root element of a part. @throws as `walkXml` */
export function readXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  walkXml(xml, {
    open: (name, attributes) => {
      const element: XmlElement = { name, attributes, children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    text: (text) => void open.at(-1)?.children.push(text),
    close: () => void open.pop(),
  });
  return elementsIn(root)[0] ?? root;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An attribute by its name without prefix; the one without prefix goes first. */
export function attributeIn(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  if (Object.hasOwn(attributes, name)) return attributes[name];
  const key = Object.keys(attributes).find((each) => each.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}

/** The id that leads to another part of an Office file: `r:id`, beside which an `id` may stand. */
export function relationId({ attributes }: XmlElement, name = 'id'): string | undefined {
  const key = Object.keys(attributes).find((each) => each.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}

export const attribute = (element: XmlElement, name: string): string | undefined =>
  attributeIn(element.attributes, name);

export function elementsIn(element: XmlElement, name?: string): XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  );
}

/** The first element down a path of names. */
export function elementAt(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => at && elementsIn(at, name)[0], element);
}

/** All elements below, in the order of the document. */
export function* descendantsOf(element: XmlElement): Generator<XmlElement> {
  for (const child of elementsIn(element)) {
    yield child;
    yield* descendantsOf(child);
  }
}

export function textIn(element: XmlElement | undefined): string {
  return (element?.children ?? []).map((child) => (typeof child === 'string' ? child : textIn(child))).join('');
}
