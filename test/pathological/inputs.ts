import {
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

/** An operation with one odd value in one place, and good ones in all others. */
export interface OddInput {
  /** Such as `ask(input.filter.tags) an unpaired surrogate`. */
  readonly name: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const encoded = (text: string) => Buffer.from(text).toString('base64url');
const unknownId = '01900000-0000-7000-8000-0000000000fe';
const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

const texts: Readonly<Record<string, unknown>> = {
  'an empty text': '',
  blanks: ' \t\n ',
  NUL: 'a\u0000b',
  'an unpaired surrogate': 'a\ud800b',
  '100,001 letters': 'x'.repeat(100_001),
  'no words but signs': '%_\\\'"();--*?[]{}|&!<>:',
  'an unclosed quotation': '"cable car',
  'tsquery operators': "a & !b | (c <-> d):* '",
  'control and direction marks': '\u202e\u0007\u200b\ufeff\uffff',
  '3,000 faces': '🙂'.repeat(3_000),
  'a number': 7,
  'an object': { a: 1 },
};

const byType: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ID: {
    'an empty id': '',
    'no id': 'x',
    'an id with NUL': `${unknownId.slice(0, -1)}\u0000`,
    'an unknown id': unknownId,
    'an id in capitals and braces': `{${unknownId.toUpperCase()}}`,
    'an id of 10,000 letters': 'é'.repeat(10_000),
    'an unpaired surrogate': '\ud800',
    'a huge number': 1e300,
  },
  String: texts,
  Int: {
    'minus one': -1,
    zero: 0,
    'the largest': 2_147_483_647,
    'the smallest': -2_147_483_648,
    'one too large': 2_147_483_648,
    'a fraction': 1.5,
    'a text': '7',
  },
  Float: {
    'minus one': -1,
    zero: 0,
    huge: 1e308,
    'hugely negative': -1e308,
    tiny: 5e-324,
    'past the safe integers': 9_007_199_254_740_993,
    'a text': 'NaN',
  },
  DateTime: {
    'the year 0': '0000-01-01T00:00:00Z',
    'the end of the year 9999': '9999-12-31T23:59:59.999Z',
    'before Postgres began': '-005000-01-01T00:00:00Z',
    'the first that JavaScript has': '-271821-04-20T00:00:00.000Z',
    'the last that JavaScript has': '+275760-09-13T00:00:00.000Z',
    'the 30th of February': '2024-02-30T00:00:00Z',
    'a leap second': '2016-12-31T23:59:60Z',
    'no date': 'yesterday',
    'a number': 1e18,
  },
  JSONObject: {
    'a prototype': JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": 1}'),
    NUL: { note: 'a\u0000b' },
    'NUL in a name': { 'a\u0000b': 1 },
    'an unpaired surrogate': { note: '\ud800' },
    '40 levels': deep(40),
    'a list': [1],
    'a huge number': { a: 1e308 },
  },
};

const cursors: Readonly<Record<string, unknown>> = {
  'an empty cursor': '',
  'no cursor': 'x',
  'a cursor of NUL': encoded('\u0000'),
  'a cursor of words': encoded('one|two|three'),
  'a cursor without an id': encoded('2026-01-01T00:00:00.000Z|'),
  'a cursor with NUL': encoded('2026-01-01T00:00:00.000Z|a\u0000b'),
  'a cursor of an impossible date': encoded(`2026-99-99T00:00:00.000Z|${unknownId}`),
  'a cursor of the last date': encoded(`+275760-09-13T00:00:00.000Z|${unknownId}`),
  'a cursor of a huge number': encoded('99999999999999999999'),
  'a cursor of a negative number': encoded('-1'),
  'a cursor of letters that need no decoding': '%%%',
};

const lists: Readonly<Record<string, unknown>> = {
  'an empty list': [],
  'a list of null': [null],
  '1,001 entries': Array(1_001).fill('x'),
};

/** Good values of what must be there, by the name of the argument or field. */
export type Good = Readonly<Record<string, unknown>>;

/** Every place of every query and mutation that takes a value, with every odd value of its type. The mutation `ask` takes what the query does, and is left out. */
export function oddInputs(schema: GraphQLSchema, good: Good): OddInput[] {
  return [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).flatMap((field) => {
      if (root === schema.getMutationType() && field.name === 'ask') return [];
      const declared = field.args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
      const given = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
      const head = `${root === schema.getMutationType() ? 'mutation' : 'query'}${declared && ` (${declared})`}`;
      const query = `${head} { ${field.name}${given && `(${given})`} ${selection(field.type, 2)} }`;
      const whole = Object.fromEntries(
        field.args
          .filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)
          .map(({ name, type }) => [name, goodValue(type, name, good)]),
      );
      return field.args.flatMap(({ name, type }) =>
        oddValues(type, name, good, [name]).map(({ path, what, value }) => ({
          name: `${field.name}(${path.join('.')}) ${what}`,
          query,
          variables: { ...whole, [name]: value },
        })),
      );
    }),
  );
}

interface OddValue {
  readonly path: readonly string[];
  readonly what: string;
  readonly value: unknown;
}

function oddValues(type: GraphQLInputType, name: string, good: Good, path: readonly string[]): OddValue[] {
  if (isNonNullType(type)) return oddValues(type.ofType, name, good, path);
  if (isListType(type)) {
    const entries = oddValues(type.ofType, name, good, path).map((odd) => ({ ...odd, value: [odd.value] }));
    return [...Object.entries(lists).map(([what, value]) => ({ path, what, value })), ...entries];
  }
  if (isInputObjectType(type))
    return Object.values(type.getFields()).flatMap((field) =>
      oddValues(field.type, field.name, good, [...path, field.name]).map((odd) => ({
        ...odd,
        value: { ...(type.isOneOf ? {} : (goodValue(type, name, good) as object)), [field.name]: odd.value },
      })),
    );
  const named: GraphQLNamedType = getNamedType(type);
  const odd = name === 'after' ? cursors : isEnumType(named) ? { 'no such word': 'NOPE' } : (byType[named.name] ?? {});
  return Object.entries(odd).map(([what, value]) => ({ path, what, value }));
}

function goodValue(type: GraphQLInputType, name: string, good: Good): unknown {
  if (isNonNullType(type)) return goodValue(type.ofType, name, good);
  if (name in good) return good[name];
  if (isListType(type)) return [goodValue(type.ofType, name, good)];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const needed = type.isOneOf
      ? fields.slice(0, 1)
      : fields.filter((field) => isNonNullType(field.type) && field.defaultValue === undefined);
    return Object.fromEntries(needed.map((field) => [field.name, goodValue(field.type, field.name, good)]));
  }
  return (
    { Int: 1, Float: 1, Boolean: true, DateTime: '2026-01-01T00:00:00Z', JSONObject: {} }[type.name] ?? 'cable car'
  );
}

/** All fields without arguments, so many levels deep. */
function selection(type: GraphQLOutputType, levels: number): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  const fields =
    isObjectType(named) || isInterfaceType(named)
      ? Object.values(named.getFields())
          .filter(({ args, type: inner }) => args.length === 0 && (levels > 0 || !isCompositeType(getNamedType(inner))))
          .map((field) => `${field.name} ${selection(field.type, levels - 1)}`)
      : [];
  return `{ ${['__typename', ...fields].join(' ')} }`;
}
