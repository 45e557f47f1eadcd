import { expect, it } from 'vitest';
import { measuredRun } from '../../src/agent/runs/recordRun.ts';
import { abstention, answer, clarification, runOf } from '../support/fake/outcomes.ts';

it.each([abstention('q'), clarification('q'), answer('q')])('why nothing was answered is counted: $type', (result) => {
  const { reason } = measuredRun({ ...runOf('r'), result });
  expect(reason).toBe(result.type === 'Answer' ? 'NONE' : result.reason);
});
