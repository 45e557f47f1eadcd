import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkedAddresses, classOf } from '../../src/knowledge/ingest/httpGet.ts';

const hostOf = (url: string) => new URL(url).hostname;
const refusal = { code: 'URL_REFUSED' };

describe('classOf', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.215.14',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '169.253.1.1',
    '192.169.0.1',
    '223.255.255.255',
    '2600::1',
    '2a00:1450:4001:80e::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s is public', (address) => expect(classOf(address)).toBe('PUBLIC'));

  test.each([
    ['loopback', '127.0.0.1'],
    ['the end of loopback', '127.255.255.254'],
    ['10/8', '10.0.0.1'],
    ['172.16/12', '172.16.0.1'],
    ['the end of 172.16/12', '172.31.255.255'],
    ['192.168/16', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['Alibaba metadata', '100.100.100.200'],
    ['IPv6 loopback', '::1'],
    ['unique local', 'fc00::1'],
    ['unique local', 'fd00::1'],
    ['AWS metadata over IPv6', 'fd00:ec2::254'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped private', '::ffff:a00:1'],
    ['NAT64 loopback', '64:ff9b::7f00:1'],
    ['NAT64 private', '64:ff9b::192.168.0.1'],
  ])('%s (%s) is private', (_name, address) => expect(classOf(address)).toBe('PRIVATE'));

  test.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['link-local and cloud metadata', '169.254.169.254'],
    ['Azure metadata', '168.63.129.16'],
    ['mapped metadata', '::ffff:169.254.169.254'],
    ['NAT64 metadata', '64:ff9b::a9fe:a9fe'],
    ['NAT64 of a local prefix', '64:ff9b:1::808:808'],
    ['Oracle metadata', '192.0.0.192'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['benchmarking', '198.18.0.1'],
    ['6to4 relay', '192.88.99.1'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 unspecified', '::'],
    ['IPv4-compatible loopback', '::7f00:1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['a zone', '2600::1%1'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['6to4 of a public address', '2002:808:808::'],
    ['Teredo', '2001::1'],
    ['translated', '::ffff:0:7f00:1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['discard', '100::1'],
    ['segment routing', '5f00::1'],
    ['not given out', '4000::1'],
    ['decimal', '2130706433'],
    ['hexadecimal', '0x7f.0.0.1'],
    ['octal', '0177.0.0.1'],
    ['short', '127.1'],
    ['a name', 'localhost'],
    ['nothing', ''],
  ])('%s (%s) is forbidden', (_name, address) => expect(classOf(address)).toBe('FORBIDDEN'));

  test('an IPv4 address that is not public is so in every spelling', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet), (octets) => {
        const plain = octets.join('.');
        const [a, b, c, d] = octets;
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        expect([`::ffff:${plain}`, `::ffff:${hex}`, `64:ff9b::${hex}`].map(classOf)).toEqual(
          Array(3).fill(classOf(plain)),
        );
        expect(classOf(hostOf(`http://${((a * 256 + b) * 256 + c) * 256 + d}/`))).toBe(classOf(plain));
      }),
    );
  });
});

describe('checkedAddresses', () => {
  const answer =
    (...addresses: string[]) =>
    () =>
      Promise.resolve(addresses);

  test('gives every address of a public host with its family', async () => {
    expect(await checkedAddresses('docs.test', false, answer('8.8.8.8', '2600::1'))).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2600::1', family: 6 },
    ]);
  });

  test('one private address among public ones refuses the host', async () => {
    await expect(checkedAddresses('docs.test', false, answer('8.8.8.8', '10.0.0.1'))).rejects.toMatchObject(refusal);
    await expect(checkedAddresses('docs.test', true, answer('10.0.0.1', '169.254.169.254'))).rejects.toMatchObject(
      refusal,
    );
  });

  test.each([
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::]/',
    'http://１２７.０.０.１/',
    'http://169.254.169.254/',
    'http://[fd00::1]/',
  ])('a literal is checked without a look-up: %s', async (url) => {
    await expect(
      checkedAddresses(hostOf(url), false, () => Promise.reject(new Error('was looked up'))),
    ).rejects.toMatchObject(refusal);
  });

  test('a host that is private, forbidden or not there is refused in the same words', async () => {
    const messages = await Promise.all(
      [answer('10.0.0.1'), answer('169.254.169.254'), answer()].map((resolve) =>
        checkedAddresses('x.test', false, resolve).catch((error: unknown) => JSON.stringify([error, String(error)])),
      ),
    );
    expect(new Set(messages).size).toBe(1);
  });

  test('the system resolver is asked when none is given: localhost is refused, and taken where it is allowed', async () => {
    await expect(checkedAddresses('localhost', false)).rejects.toMatchObject(refusal);
    const allowed = await checkedAddresses('localhost', ['localhost']);
    expect(['127.0.0.1', '::1']).toContain(allowed[0]?.address);
    await expect(checkedAddresses('localhost', ['other'])).rejects.toMatchObject(refusal);
  });
});
