import { describe, expect, test } from 'vitest';
import { createSpeedMeter, millisFor, type TimedCall } from '../../src/models/chat.ts';

/** 200 tokens of prompt, 50 of reply. */
const call: TimedCall = {
  promptCharacters: 800,
  outputCharacters: 200,
  firstMillis: 1_000,
  millis: 2_000,
  whole: true,
};

function meterAt(now = { millis: 0 }) {
  return { now, meter: createSpeedMeter(() => now.millis) };
}

describe('the speed of a chat client', () => {
  test('is not known at first', () => {
    expect(meterAt().meter.speed()).toBeNull();
  });

  test('is what a call took until its first word, and from there', () => {
    const { meter } = meterAt();
    meter.add(call);
    expect(meter.speed()).toEqual({ prompt: 200, output: 50 });
  });

  test('is an average that moves with newer calls', () => {
    const { meter } = meterAt();
    meter.add(call);
    meter.add({ ...call, firstMillis: 500, millis: 1_500 });
    expect(meter.speed()).toEqual({ prompt: 200 + 0.3 * 200, output: 50 });
  });

  test('is not told by a short prompt, which takes the time of the way there', () => {
    const { meter } = meterAt();
    meter.add({ ...call, promptCharacters: 40, outputCharacters: 8 });
    expect(meter.speed()).toBeNull();
  });

  test('is at most what a call that was given up shows', () => {
    const { meter } = meterAt();
    meter.add({ ...call, firstMillis: null, outputCharacters: 0, millis: 10_000, whole: false });
    expect(meter.speed()).toEqual({ prompt: 20, output: null });
    meter.add({ ...call, firstMillis: null, outputCharacters: 0, millis: 100, whole: false });
    expect(meter.speed()?.prompt).toBe(20);
  });

  test('of output is what came before a reply fell silent', () => {
    const { meter } = meterAt();
    meter.add({ ...call, outputCharacters: 4, millis: 11_000, whole: false });
    expect(meter.speed()).toEqual({ prompt: 200, output: 0.1 });
  });

  test.each([
    ['after ten minutes', true, 600_000],
    ['after one where a call was given up, so that a model that hung once is tried again', false, 60_000],
  ])('is forgotten %s', (_when, whole, millis) => {
    const { meter, now } = meterAt();
    meter.add({ ...call, ...(whole ? {} : { firstMillis: null, outputCharacters: 0 }), whole });
    now.millis = millis - 1;
    expect(meter.speed()).not.toBeNull();
    now.millis = millis;
    expect(meter.speed()).toBeNull();
  });
});

test('the time of a call is that of its prompt and that of its reply; what is not known counts nothing', () => {
  expect(millisFor({ prompt: 200, output: 50 }, 1_000, 100)).toBe(7_000);
  expect(millisFor({ prompt: 200, output: null }, 1_000, 100)).toBe(5_000);
  expect(millisFor(null, 1_000, 100)).toBe(0);
});
