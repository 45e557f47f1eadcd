import type { Conduct, Shape, Step } from './faultProxy.ts';

const late =
  (millis: () => number): Shape =>
  (bytes) => [{ waitMillis: millis() }, { send: bytes }];

/** So many bytes a second, in pieces of a tenth of a second. */
const narrow =
  (bytesASecond: number): Shape =>
  (bytes) =>
    pieces(bytes, Math.max(1, Math.floor(bytesASecond / 10))).flatMap((piece): Step[] => [
      { waitMillis: (1_000 * piece.length) / bytesASecond },
      { send: piece },
    ]);

const cutAfter =
  (count: number, cut: 'RESET' | 'FIN' | 'SILENCE'): Shape =>
  (bytes, passed) => {
    const room = Math.max(0, count - passed.bytes);
    return bytes.length <= room ? [{ send: bytes }] : [{ send: bytes.subarray(0, room) }, { cut }];
  };

const swallowed: Shape = () => [];
const eachThird =
  (change: (bytes: Buffer) => readonly Step[]): Shape =>
  (bytes, { pieces: before }) =>
    before % 3 === 2 ? change(bytes) : [{ send: bytes }];

function pieces(bytes: Buffer, length: number): Buffer[] {
  const count = Math.ceil(bytes.length / length);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * length, (index + 1) * length));
}

/** The middle byte, with all of its bits turned round. */
function turned(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = Math.floor(copy.length / 2);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}

/** The ways in which what lies between two servers goes wrong. */
export const faultKinds: Readonly<Record<string, Conduct>> = {
  'latency 50 ms': { toClient: late(() => 50) },
  'latency 300 ms': { toClient: late(() => 300) },
  'latency beyond the deadline': { toClient: late(() => 5_000) },
  'jitter to 200 ms': { toClient: late(() => 200 * Math.random()), toServer: late(() => 200 * Math.random()) },
  'jitter beyond the deadline': { toClient: late(() => 4_000 * Math.random()) },
  'slow connecting': { connectMillis: 500, resetsOpen: true },
  'connecting beyond the deadline': { connectMillis: 5_000, resetsOpen: true },
  'connections refused': { connecting: 'REFUSED', resetsOpen: true },
  'connections reset': { connecting: 'RESET', resetsOpen: true },
  'connections closed at once': { connecting: 'CLOSED', resetsOpen: true },
  'connections never served': { connecting: 'SILENT', resetsOpen: true },
  'open connections reset, new ones work': { resetsOpen: true },
  'a reset every 150 ms': { resetEveryMillis: 150 },
  'reset after 1 byte': { toClient: cutAfter(1, 'RESET') },
  'reset in the middle': { toClient: cutAfter(120, 'RESET') },
  'closed in the middle': { toClient: cutAfter(120, 'FIN') },
  'silent in the middle (half-open)': { toClient: cutAfter(120, 'SILENCE') },
  'request reset in the middle': { toServer: cutAfter(60, 'RESET') },
  'request silent in the middle': { toServer: cutAfter(60, 'SILENCE') },
  'every byte swallowed': { toServer: swallowed, toClient: swallowed },
  'requests swallowed': { toServer: swallowed },
  'replies swallowed': { toClient: swallowed },
  'every third piece of a reply swallowed': { toClient: eachThird(() => []) },
  'every third piece of a reply twice': { toClient: eachThird((bytes) => [{ send: bytes }, { send: bytes }]) },
  'a byte of each reply turned round': { toClient: (bytes) => [{ send: turned(bytes) }] },
  'noise before each reply': { toClient: (bytes) => [{ send: Buffer.from('\u0000\u0007noise') }, { send: bytes }] },
  'one byte a packet': { toClient: (bytes) => pieces(bytes, 1).map((send) => ({ send })) },
  '200 kB a second': { toClient: narrow(200_000) },
  '2 kB a second': { toClient: narrow(2_000) },
  '20 bytes a second': { toClient: narrow(20) },
  'slow close': { closeMillis: 5_000 },
  'a pause of 600 ms in each reply': {
    toClient: (bytes) => {
      const half = Math.floor(bytes.length / 2);
      return [{ send: bytes.subarray(0, half) }, { waitMillis: 600 }, { send: bytes.subarray(half) }];
    },
  },
};
