import { z, type ZodType } from 'zod';

/** What servers that hold a model to a schema take of JSON Schema, all of them: limits are left out, the reply is checked by zod in any case. */
const taken: ReadonlySet<string> = new Set(['type', 'enum', 'const', 'description']);

type Schema = Readonly<Record<string, unknown>>;

/** The JSON Schema of a value as strict modes want it: every property required, none besides. What may be left out may be null. */
export function strictSchema(schema: ZodType): Schema {
  return strict(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

function strict(node: unknown): Schema {
  if (typeof node !== 'object' || node === null) return {};
  const given = node as Schema;
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => taken.has(name)));
  if (Array.isArray(given['anyOf'])) return { ...kept, anyOf: given['anyOf'].map(strict) };
  if (given['items'] !== undefined) return { ...kept, items: strict(given['items']) };
  if (typeof given['properties'] !== 'object' || given['properties'] === null) return kept;
  const properties = Object.fromEntries(
    Object.entries(given['properties']).map(([name, property]) => [name, strict(property)]),
  );
  return { ...kept, properties, required: Object.keys(properties), additionalProperties: false };
}
