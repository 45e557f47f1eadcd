/** The fields of a recorded run that hold an instant. */
const instants: ReadonlySet<string> = new Set([
  'updatedAt',
  'effectiveFrom',
  'effectiveUntil',
  'expiresAt',
  'changedAt',
  'documentCreatedAt',
  'asOf',
  'updatedAfter',
  'updatedBefore',
]);

/** A value as it was before it became JSON: the text of its instants becomes dates again, however deep they stand. */
export function reviveDates<Value>(value: Value): Value;
export function reviveDates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => reviveDates(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]: [string, unknown]) => [
      name,
      instants.has(name) && typeof entry === 'string' ? new Date(entry) : reviveDates(entry),
    ]),
  );
}
