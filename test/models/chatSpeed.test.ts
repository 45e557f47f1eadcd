import { describe, expect, test } from 'vitest';
import { createSpeedMeter, leftOutUntil, millisFor, type TimedCall } from '../../src/models/chat.ts';

/** 200 tokens of prompt, 50 of reply. */
const call: TimedCall = {
  promptCharacters: 800,
  outputCharacters: 200,
  maxOutputTokens: 600,
  firstMillis: 1_000,
  millis: 2_000,
  whole: true,
};
const hung: TimedCall = { ...call, firstMillis: null, outputCharacters: 0, whole: false };
const minute = 60_000;

/** A meter of a model that has been asked once, and is loaded. */
function meterAt(now = { millis: 0 }) {
  const meter = createSpeedMeter(() => now.millis);
  meter.add(call);
  now.millis += call.millis;
  return { now, meter };
}

describe('the speed of a chat client', () => {
  test('is not known at first, nor after a first call: it waited until the model was loaded', () => {
    const meter = createSpeedMeter(() => 0);
    expect(meter.speed()).toBeNull();
    meter.add({ ...call, firstMillis: 30_000, millis: 40_000 });
    expect(meter.speed()).toBeNull();
    expect(meter.mayTry()).toBe(true);
  });

  test('is what a call took until its first word, and from there', () => {
    const { meter } = meterAt();
    meter.add(call);
    expect(meter.speed()).toMatchObject({ prompt: 200, output: 50 });
  });

  test('is an average that moves with newer calls', () => {
    const { meter } = meterAt();
    meter.add(call);
    meter.add({ ...call, firstMillis: 500, millis: 1_500 });
    expect(meter.speed()).toMatchObject({ prompt: 200 + 0.3 * 200, output: 50 });
  });

  test('is not told by a short prompt, which takes the time of the way there', () => {
    const { meter } = meterAt();
    meter.add({ ...call, promptCharacters: 40, outputCharacters: 8 });
    expect(meter.speed()).toBeNull();
  });

  test('is not told by calls that began while the model was being loaded', () => {
    const { meter, now } = meterAt();
    now.millis += 5 * minute;
    meter.add({ ...call, firstMillis: 20_000, millis: 21_000 });
    meter.add({ ...call, firstMillis: 19_000, millis: 20_000 });
    expect(meter.speed()).toBeNull();
    now.millis += call.millis;
    meter.add(call);
    expect(meter.speed()).toMatchObject({ prompt: 200 });
  });

  test('is at most what a call that was given up shows, even the first one', () => {
    const meter = createSpeedMeter(() => 0);
    meter.add({ ...hung, millis: 10_000 });
    expect(meter.speed()).toMatchObject({ prompt: 20, output: null });
    meter.add({ ...hung, millis: 100 });
    expect(meter.speed()?.prompt).toBe(20);
  });

  test('is what a complete call shows after one that was given up', () => {
    const { meter } = meterAt();
    meter.add({ ...hung, millis: 10_000 });
    meter.add(call);
    expect(meter.speed()).toMatchObject({ prompt: 200, output: 50 });
  });

  test('of output is what came before a reply fell silent', () => {
    const { meter } = meterAt();
    meter.add({ ...call, outputCharacters: 4, millis: 11_000, whole: false });
    expect(meter.speed()).toMatchObject({ prompt: 200, output: 0.1 });
  });

  test('is forgotten after ten minutes', () => {
    const { meter, now } = meterAt();
    meter.add(call);
    now.millis += 10 * minute - 1;
    expect(meter.speed()).not.toBeNull();
    now.millis += 1;
    expect(meter.speed()).toBeNull();
  });

  test('comes with how long its replies are, by their limit', () => {
    const { meter } = meterAt();
    meter.add({ ...call, outputCharacters: 400 });
    meter.add({ ...call, outputCharacters: 40, maxOutputTokens: 200 });
    expect([...(meter.speed()?.lengths ?? [])]).toEqual([
      [600, 50 + 0.3 * 50],
      [200, 10],
    ]);
  });
});

test('a model that is too slow is tried once a minute, and it is known until when it is left out', () => {
  const { meter, now } = meterAt();
  meter.add({ ...hung, millis: 10_000 });
  expect(meter.leftOutMillis()).toBeNull();
  now.millis += minute - 1_000;
  expect(meter.mayTry()).toBe(false);
  expect(meter.leftOutMillis()).toBe(1_000);
  const until = leftOutUntil(meter)?.getTime() ?? 0;
  expect(Math.abs(until - Date.now() - 1_000)).toBeLessThan(500);
  now.millis += 1_000;
  expect([meter.leftOutMillis(), meter.mayTry()]).toEqual([null, true]);
  // While one tries, the others do without it.
  expect([meter.mayTry(), meter.leftOutMillis()]).toEqual([false, minute]);
  meter.add(call);
  expect([meter.leftOutMillis(), meter.mayTry()]).toEqual([null, false]);
});

test('the time of a call is that of its prompt and that of its reply; what is not known counts nothing', () => {
  expect(millisFor({ prompt: 200, output: 50 }, 1_000, 100)).toBe(7_000);
  expect(millisFor({ prompt: 200, output: null }, 1_000, 100)).toBe(5_000);
  expect(millisFor(null, 1_000, 100)).toBe(0);
});
