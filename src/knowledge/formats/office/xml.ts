import { SaxesParser } from 'saxes';
import { CandorError, messageOf } from '../../../errors.ts';

/** An element. Names have no prefix; attributes are as written. */
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

/** In nested elements; a walk over a deeper tree would overflow the stack. */
const maxDepth = 500;

/**
 * Walks through XML without building a tree. Refuses a document type: no office program writes one, and its entities
 * can grow.
 * @throws DOCUMENT_CORRUPT for XML that is not well-formed
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

/**
 * Returns the root element of a part.
 * @throws what `walkXml` throws
 */
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

/** Returns an attribute by its name without prefix; an attribute without a prefix takes precedence. */
export function attributeIn(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  if (Object.hasOwn(attributes, name)) return attributes[name];
  const key = Object.keys(attributes).find((each) => each.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}

/** Returns the id that refers to another part of an Office file: `r:id`, which may appear beside an `id`. */
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

/** Returns the first element along a path of names. */
export function elementAt(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => at && elementsIn(at, name)[0], element);
}

/** Yields all descendants in document order. */
export function* descendantsOf(element: XmlElement): Generator<XmlElement> {
  for (const child of elementsIn(element)) {
    yield child;
    yield* descendantsOf(child);
  }
}

export function textIn(element: XmlElement | undefined): string {
  return (element?.children ?? []).map((child) => (typeof child === 'string' ? child : textIn(child))).join('');
}
