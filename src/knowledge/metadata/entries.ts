import type { Metadata } from '../document.ts';

/** One value of a document's metadata, as documents are found by it. */
export interface MetadataEntry {
  readonly name: string;
  /** As text: a number or a Boolean as JSON writes it. */
  readonly value: string;
  /** Null unless the value is a number, or a text that is nothing else. */
  readonly number: number | null;
  /** YYYY-MM-DD; null unless the value is a day, or an instant, of which this is the day as written. */
  readonly day: string | null;
}

/** Characters. What is longer is text and no label, and is not found by. */
export const maxMetadataName = 100;
export const maxMetadataValue = 200;
/** Of one document, by the order of the names. */
const maxEntries = 200;

const plainNumber = /^-?\d{1,15}(?:\.\d{1,15})?$/;
const dayOfYear = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const plainDay = new RegExp(`^${dayOfYear}$`);
const startOfDay = new RegExp(`^(${dayOfYear})(?:[T ]|$)`);

/** The number that a text is, and nothing else; null if it is none. */
export function numberIn(text: string): number | null {
  return plainNumber.test(text) ? Number(text) : null;
}

/** Whether a text is a day as `MetadataEntry.day` writes it. */
export function isDay(text: string): boolean {
  return plainDay.test(text);
}

/**
 * What a document is found by: the texts, numbers and Booleans of its metadata, and those of its lists, each once.
 * Objects and long texts are kept with the document and not found by. The same rules as of 0012_document_metadata.sql,
 * which reads the documents of before; a test compares the two.
 * @param metadata as JSON has it
 */
export function metadataEntries(metadata: Metadata): MetadataEntry[] {
  const names = Object.keys(metadata).sort();
  const entries = names.flatMap((key) => {
    const name = key.trim();
    if (name === '' || name.length > maxMetadataName) return [];
    const given = metadata[key];
    return (Array.isArray(given) ? (given as readonly unknown[]) : [given]).flatMap((value) => entryOf(name, value));
  });
  const byText = new Map(entries.map((entry) => [`${entry.name}\n${entry.value}`, entry]));
  return [...byText.values()].slice(0, maxEntries);
}

function entryOf(name: string, value: unknown): MetadataEntry[] {
  if (typeof value === 'number') return [{ name, value: String(value), number: value, day: null }];
  if (typeof value === 'boolean') return [{ name, value: String(value), number: null, day: null }];
  if (typeof value !== 'string') return [];
  const text = value.trim();
  if (text === '' || text.length > maxMetadataValue) return [];
  return [{ name, value: text, number: numberIn(text), day: startOfDay.exec(text)?.[1] ?? null }];
}
