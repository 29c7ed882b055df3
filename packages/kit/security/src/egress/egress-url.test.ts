import { describe, expect, test } from 'vitest';
import { parseEgressUrl } from './egress-url.ts';
import { isPublicAddress } from './public-address.ts';

const isRefused = (url: string, allowLocalhost = false): boolean => !parseEgressUrl(url, allowLocalhost).ok;

describe('a private address is refused in every spelling', () => {
  test.each([
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '１２７.０.０.１',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '0.0.0.0',
    '0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '3232235521',
    '100.64.0.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:8.8.8.8]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001::1]',
    '[2001:db8::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[100::1]',
    'localhost',
    'localhost.',
    'LOCALHOST',
    'ｌｏｃａｌｈｏｓｔ',
    'anything.localhost',
    'printer.local',
    'metadata.google.internal',
    'metadata.google.internal.',
  ])('%s', (host) => {
    expect(isRefused(`http://${host}/calendar.ics`)).toBe(true);
    expect(isRefused(`https://${host}/calendar.ics`)).toBe(true);
  });
});

test.each([
  'https://example.com/a.ics?s=1',
  'http://example.com:80/',
  'https://example.com:443/',
  'https://bücher.example/',
  'https://8.8.8.8/',
  'https://[2a00:1450:4001::1]/',
])('%s is accepted', (url) => {
  expect(isRefused(url)).toBe(false);
});

test.each([
  'ftp://example.com/',
  'file:///etc/passwd',
  'webcal://example.com/',
  'data:text/calendar,BEGIN',
  'example.com/a.ics',
  'https://user@example.com/',
  'https://:secret@example.com/',
  'https://example.com:22/',
  'https://example.com:80/',
  'https://example.com:8443/',
  'https://1.1.1.1:5432/',
  'http://example.com:443/',
  'http://example.com:8080/',
  'http://1.1.1.1:6379/',
  'http://',
  '',
])('%s is refused', (url) => {
  expect(isRefused(url)).toBe(true);
});

describe('in development', () => {
  test.each(['http://localhost:3000/a.ics', 'http://localhost/a.ics', 'http://localhost:81'])(
    '%s is accepted',
    (url) => {
      expect(isRefused(url, true)).toBe(false);
    },
  );

  test.each([
    'https://localhost:3000/',
    'http://localhost.:3000/',
    'http://LOCALHOST:3000/',
    'http://ｌｏｃａｌｈｏｓｔ:3000/',
    'http://local\thost:3000/',
    'http://x.localhost:3000/',
    'http://user@localhost:3000/',
    'http://127.0.0.1:3000/',
    'http://[::1]:3000/',
    'http:localhost:3000/',
    'http:\\\\localhost:3000/',
  ])('%s is still refused', (url) => {
    expect(isRefused(url, true)).toBe(true);
  });
});

test.each(['fe80::1%eth0', 'not an address', '', '::ffff:127.0.0.1', '3fff::1'])(
  '%s is not a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(false);
  },
);
