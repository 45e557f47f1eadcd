import { CandorError } from '../errors.ts';
import type { Metadata } from '../knowledge/document.ts';
import {
  isDay,
  maxMetadataName,
  type MetadataEntry,
  metadataEntries,
  numberIn,
} from '../knowledge/metadata/entries.ts';
import type { MetadataCondition } from './passage.ts';

const field = 'filter.metadata';
/** Of one filter, and of one condition. */
const mostConditions = 10;
const mostValues = 100;

/** jsonb refuses NUL and lone surrogates, and no stored text contains them. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * Checks conditions as an entry point received them, without spaces around them. Whether the names exist is checked
 * where the workspace is known.
 * @throws BAD_INPUT
 */
export function checkMetadata(conditions: readonly MetadataCondition[]): MetadataCondition[] {
  if (conditions.length === 0) throw bad('must not be empty; leave it out to read everything');
  if (conditions.length > mostConditions) throw bad(`must have at most ${mostConditions} conditions`);
  return conditions.map((condition) => checkCondition(condition));
}

function checkCondition({ name: given, in: values, from, to }: MetadataCondition): MetadataCondition {
  const name = given.trim();
  if (name === '' || name.length > maxMetadataName || !isStorable(name))
    throw bad(`must name a field with 1 to ${maxMetadataName} characters`);
  const isRange = from !== undefined || to !== undefined;
  if ((values === undefined) !== isRange) throw bad(`must give either "in", or "from" or "to" or both, for "${name}"`);
  if (values === undefined) return checkRange({ name, from: from?.trim(), to: to?.trim() });
  if (values.length === 0 || values.length > mostValues)
    throw bad(`must have 1 to ${mostValues} values in "in" of "${name}"`);
  if (values.some((value) => value.trim() === '' || !isStorable(value)))
    throw bad(`must not hold an empty value, or one with NUL or half of a character, for "${name}"`);
  return { name, in: values.map((value) => value.trim()) };
}

function checkRange(condition: MetadataCondition): MetadataCondition {
  const { name, from, to } = condition;
  const ends = [from, to].filter((end) => end !== undefined);
  const numbers = ends.map((end) => numberIn(end));
  if (!ends.every((end) => isDay(end)) && numbers.includes(null))
    throw bad(`must give numbers such as 1.5, or days such as 2026-01-31, as "from" and "to" of "${name}"`);
  const [low, high] = numbers.includes(null) ? ends : numbers;
  if (low !== undefined && high !== undefined && low !== null && high !== null && low > high)
    throw bad(`must not have "from" behind "to" of "${name}"`);
  return condition;
}

function bad(problem: string): CandorError {
  return new CandorError('BAD_INPUT', `${field} ${problem}.`, { details: { field } });
}

/** The condition in the form that candor_with_metadata in migrations/0012_document_metadata.sql reads. */
export function metadataJson({ name, in: values, from, to }: MetadataCondition): object {
  if (values) return { name, in: values };
  const isOfDays = isDay(from ?? to ?? '');
  const end = (text: string | undefined) => (text === undefined ? null : isOfDays ? text : Number(text));
  return { name, [isOfDays ? 'days' : 'numbers']: [end(from), end(to)] };
}

/** Whether a document meets the condition, by the rules of candor_with_metadata. */
export function meetsMetadata(metadata: Metadata, { name, in: values, from, to }: MetadataCondition): boolean {
  const own = metadataEntries(metadata).filter((entry) => entry.name === name);
  if (values) return own.some(({ value }) => values.includes(value));
  return own.some((entry) => isWithin(entry, from, to));
}

function isWithin({ day, number }: MetadataEntry, from: string | undefined, to: string | undefined): boolean {
  if (isDay(from ?? to ?? '')) return day !== null && day >= (from ?? '') && day <= (to ?? '9999-12-31');
  return number !== null && number >= Number(from ?? -Infinity) && number <= Number(to ?? Infinity);
}

/** The condition as people write it, a text for each value: `product=Alpha`, `version=2..5`. */
export function metadataTexts({ name, in: values, from, to }: MetadataCondition): string[] {
  return values ? values.map((value) => `${name}=${value}`) : [`${name}=${from ?? ''}..${to ?? ''}`];
}
