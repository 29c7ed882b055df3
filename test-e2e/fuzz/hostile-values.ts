import type { Random } from '../harness/random.ts';

const TEXTS = [
  '',
  ' ',
  'null',
  'nul\u0000here',
  'lone\ud800surrogate',
  '\u202Eright to left',
  'e\u0301\u0301\u0301',
  '\r\nX-Injected: 1',
  "'; DROP TABLE reservations; --",
  '${jndi:ldap://127.0.0.1/a}',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  '__proto__',
  'constructor',
  '9'.repeat(400),
  '-1',
  '1e3',
  '0x10',
  '１２',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{0b8f9c1e-5d2a-4e7b-9f60-3a1c2d4e5f60}',
  '0000-01-01T00:00:00Z',
  '2027-02-30T00:00:00Z',
  '2027-05-03T15:00:00+23:59',
  '2027-05-03T24:00:00Z',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '2027-05-03',
  '2027-05-03T15:00:00.123456789123Z',
  'XXX',
  'EU\u0000',
  'javascript:alert(1)',
  'http://127.0.0.1:22/',
  'https://user:password@example.com/',
  'https://[::ffff:10.0.0.1]/',
  'a@b',
  '"a b"@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'eyJhbGciOiJub25lIn0.e30.',
] as const;

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  1.5,
  1e-7,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e21,
  1e308,
  Number.MAX_SAFE_INTEGER,
] as const;

/** A value that a body or a query should not have in most places. */
export function hostileValue(random: Random): unknown {
  switch (random.int(0, 9)) {
    case 0:
      return null;
    case 1:
      return random.chance(50);
    case 2:
    case 3:
      return random.pick(NUMBERS);
    case 4:
      return 'a'.repeat(random.pick([100, 1000, 10_000, 60_000]));
    case 5:
      return nested(random.int(1, 200), random.chance(50));
    case 6:
      return random.pick<unknown>([[], {}, [[]], [null], { $ne: 1 }, { toString: 1 }, { length: 1e9 }]);
    case 7:
      return Array.from({ length: random.pick([1, 50, 2000]) }, () => random.pick(TEXTS));
    default:
      return random.pick(TEXTS);
  }
}

export function hostileText(random: Random): string {
  return random.chance(10) ? 'a'.repeat(random.pick([300, 5000])) : random.pick(TEXTS);
}

function nested(depth: number, asArray: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = asArray ? [value] : { a: value };
  return value;
}
