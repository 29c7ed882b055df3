import { expect, it } from 'vitest';
import { isUuid, uuidV7 } from './ids.ts';

it('an id holds its time, the version, the variant and the random bits, as RFC 9562 lays them out', () => {
  expect(uuidV7(0x0192_3456_789a, Uint8Array.of(0xff, 0x01, 0xff, 2, 3, 4, 5, 6, 7, 8))).toBe(
    '01923456-789a-7f01-bf02-030405060708',
  );
  expect(uuidV7(1, new Uint8Array(10))).toBe('00000000-0001-7000-8000-000000000000');
  expect(isUuid(uuidV7(2 ** 48 - 1, new Uint8Array(10).fill(0xff)))).toBe(true);
});

it('ids of later milliseconds are greater as text', () => {
  const ids = Array.from({ length: 2_000 }, (_, step) => uuidV7(step * 999_983, new Uint8Array(10)));
  expect(ids.toSorted()).toEqual(ids);
});
