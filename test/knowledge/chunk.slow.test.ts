import { expect, it } from 'vitest';
import { chunk, maxTokens } from '../../src/knowledge/cut/chunk.ts';
import { cpuNow } from '../support/clocks.ts';

it('takes 2 MB in one line, in time that grows with its length', () => {
  const text = Array.from(
    { length: 2_000_000 / 50 },
    (_, index) => `The order ${String(index).padStart(6, '0')} left the house at noon today. `,
  )
    .join('')
    .padEnd(2_000_000, 'x')
    .slice(0, 2_000_000);
  const timed = (length: number) => {
    const started = cpuNow();
    expect(chunk(text.slice(0, length), []).length).toBeGreaterThan(length / 5 / maxTokens);
    return cpuNow() - started;
  };
  // A fourth pays for compilation. Four times the text would take sixteen times as long by the square.
  const [fourth, whole] = [timed(500_000), timed(2_000_000)];
  expect(whole).toBeLessThan(10 * fourth);
}, 120_000);
