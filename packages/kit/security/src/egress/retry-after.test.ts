import { describe, expect, test } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const now = Temporal.Instant.from('2026-11-20T09:00:00Z');

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['120', 120],
    [' 120 ', 120],
    ['Fri, 20 Nov 2026 09:02:00 GMT', 120],
    ['Friday, 20-Nov-26 09:02:00 GMT', 120],
  ])('%j is %d seconds', (header, seconds) => {
    expect(parseRetryAfter(header, now)).toBe(seconds);
  });

  test.each(['86401', '99999999999999999999', 'Fri, 20 Nov 2037 09:02:00 GMT'])(
    '%j is limited to a day',
    (header) => {
      expect(parseRetryAfter(header, now)).toBe(86_400);
    },
  );

  test.each([undefined, '', 'soon', '-5', '1e3x', 'Fri, 20 Nov 2026 08:59:59 GMT'])(
    '%j is ignored',
    (header) => {
      expect(parseRetryAfter(header, now)).toBeUndefined();
    },
  );
});
