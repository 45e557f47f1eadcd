import { expect, test } from 'vitest';
import { z } from 'zod';
import { strictSchema } from '../../src/models/structured.ts';

test('every property is required and none besides is allowed, at every depth; limits are left to zod', () => {
  const schema = z.object({
    numbers: z.array(z.number().int().max(9)).max(3).default([]),
    kind: z.enum(['a', 'b']),
    inner: z.object({ reason: z.string().max(5).nullish() }),
  });
  expect(strictSchema(schema)).toEqual({
    type: 'object',
    additionalProperties: false,
    required: ['numbers', 'kind', 'inner'],
    properties: {
      numbers: { type: 'array', items: { type: 'integer' } },
      kind: { type: 'string', enum: ['a', 'b'] },
      inner: {
        type: 'object',
        additionalProperties: false,
        required: ['reason'],
        properties: { reason: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      },
    },
  });
});
