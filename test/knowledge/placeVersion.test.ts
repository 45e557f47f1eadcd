import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeVersion, withoutVersion, type VersionStamp } from '../../src/knowledge/store/placeVersion.ts';

const day = (number: number) => new Date(Date.UTC(2024, 0, number));

/** Applies arrivals in order; the place in the list is the order of arrival. */
function arrive(dates: readonly Date[]): VersionStamp[] {
  let stored: VersionStamp[] = [];
  for (const date of dates) {
    const place = placeVersion(stored, date);
    const ends = new Map(place.ended.map((ended) => [ended.versionId, ended.effectiveUntil]));
    stored = stored.map((stamp) => ({ ...stamp, effectiveUntil: ends.get(stamp.versionId) ?? stamp.effectiveUntil }));
    stored.push({
      versionId: `v${place.number}`,
      number: place.number,
      contentHash: '',
      effectiveFrom: place.effectiveFrom,
      effectiveUntil: place.effectiveUntil,
      expiresAt: null,
    });
  }
  return stored;
}

const validAt = (stamps: readonly VersionStamp[], instant: Date) =>
  stamps
    .filter(
      (stamp) => stamp.effectiveFrom <= instant && (stamp.effectiveUntil === null || stamp.effectiveUntil > instant),
    )
    .map((stamp) => stamp.versionId);

describe('placeVersion', () => {
  it('lets the first version be valid from its date on, for good', () => {
    expect(placeVersion([], day(3))).toEqual({ number: 1, effectiveFrom: day(3), effectiveUntil: null, ended: [] });
  });

  it('ends what was valid before', () => {
    expect(placeVersion(arrive([day(1)]), day(5))).toEqual({
      number: 2,
      effectiveFrom: day(5),
      effectiveUntil: null,
      ended: [{ versionId: 'v1', effectiveUntil: day(5) }],
    });
  });

  it('puts a late arrival between its neighbours', () => {
    const stamps = arrive([day(1), day(9), day(5)]);
    expect(stamps.map((stamp) => [stamp.versionId, stamp.effectiveFrom, stamp.effectiveUntil])).toEqual([
      ['v1', day(1), day(5)],
      ['v2', day(9), null],
      ['v3', day(5), day(9)],
    ]);
  });

  it('puts one that is older than all before them, ending none', () => {
    expect(placeVersion(arrive([day(5)]), day(2))).toEqual({
      number: 2,
      effectiveFrom: day(2),
      effectiveUntil: day(5),
      ended: [],
    });
  });

  it('replaces a version of the same date whole', () => {
    const stamps = arrive([day(2), day(8), day(2)]);
    expect(validAt(stamps, day(2))).toEqual(['v3']);
    expect(validAt(stamps, day(7))).toEqual(['v3']);
    expect(validAt(stamps, day(8))).toEqual(['v2']);
  });

  it('in any order of arrival: at each instant the version of the latest date is valid, the last to arrive among equals, and no other', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 }), (days) => {
        const stamps = arrive(days.map(day));
        for (let instant = 0; instant <= 13; instant += 1) {
          const latest = Math.max(...days.filter((each) => each <= instant));
          const expected = Number.isFinite(latest) ? [`v${days.lastIndexOf(latest) + 1}`] : [];
          expect(validAt(stamps, day(instant))).toEqual(expected);
        }
      }),
    );
  });

  it('in any order of arrival: what was valid at an instant before the arrival stays so', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        (days, next) => {
          const before = arrive(days.map(day));
          const after = arrive([...days, next].map(day));
          for (let instant = 0; instant < next; instant += 1)
            expect(validAt(after, day(instant))).toEqual(validAt(before, day(instant)));
        },
      ),
    );
  });
});

describe('a version with an end of its own', () => {
  it('ends by its own word, and earlier when another begins', () => {
    expect(placeVersion([], day(3), day(8)).effectiveUntil).toEqual(day(8));
    expect(placeVersion(arrive([day(5)]), day(3), day(8)).effectiveUntil).toEqual(day(5));
  });
});

describe('withoutVersion', () => {
  it('lets the version before it go on to the next', () => {
    const stamps = arrive([day(1), day(5), day(9)]);
    expect(withoutVersion(stamps, 'v2')).toEqual([{ versionId: 'v1', effectiveUntil: day(9) }]);
    expect(withoutVersion(stamps, 'v3')).toEqual([{ versionId: 'v2', effectiveUntil: null }]);
    expect(withoutVersion(stamps, 'v1')).toEqual([]);
  });

  it('leaves at every instant what would be valid had the version never come', () => {
    const dates = fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(dates, fc.nat(), fc.integer({ min: 0, max: 21 }), (days, pick, at) => {
        const stamps = arrive(days.map((each) => day(each)));
        const gone = stamps[pick % stamps.length]!;
        const ends = new Map(
          withoutVersion(stamps, gone.versionId).map((ended) => [ended.versionId, ended.effectiveUntil]),
        );
        const left = stamps
          .filter((stamp) => stamp !== gone)
          .map((stamp) =>
            ends.has(stamp.versionId) ? { ...stamp, effectiveUntil: ends.get(stamp.versionId)! } : stamp,
          );
        const never = arrive(
          days.filter((each) => day(each).getTime() !== gone.effectiveFrom.getTime()).map((each) => day(each)),
        );
        const fromAt = (list: readonly VersionStamp[]) =>
          list.filter((stamp) => validAt(list, day(at)).includes(stamp.versionId)).map((stamp) => stamp.effectiveFrom);
        expect(fromAt(left)).toEqual(fromAt(never));
      }),
    );
  });
});
