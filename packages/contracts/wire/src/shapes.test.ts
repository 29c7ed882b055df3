import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instant, localDate, requestedMinorUnits } from './shapes.ts';

describe('an instant', () => {
  it.each([
    ['2026-12-10T15:00:00.000Z', '2026-12-10T15:00:00.000Z'],
    ['2026-12-10T15:00:00Z', '2026-12-10T15:00:00.000Z'],
    ['2026-12-10t15:00:00z', '2026-12-10T15:00:00.000Z'],
    ['2026-12-10T15:00:00.123999999+02:00', '2026-12-10T13:00:00.123Z'],
    ['2026-12-31T23:59:60.000Z', '2026-12-31T23:59:59.000Z'],
    ['9999-12-31T00:00:00Z', '9999-12-31T00:00:00.000Z'],
  ])('reads %s as %s', (written, read) => {
    expect(instant.parse(written)).toBe(read);
    expect(instant.parse(read)).toBe(read);
  });

  it.each([
    '',
    '2026-12-10',
    '2026-12-10T15:00:00',
    '2026-02-30T15:00:00.000Z',
    '2026-12-10T24:00:01.000Z',
    '2026-12-10T15:00:00.000Z[Europe/Zurich]',
    '1899-12-31T23:59:59.999Z',
    '9999-12-31T00:00:00.001Z',
    '-002026-12-10T15:00:00.000Z',
    `2026-12-10T15:00:00.${'0'.repeat(30)}Z`,
    5,
    null,
  ])('refuses %s', (written) => {
    expect(instant.safeParse(written).success).toBe(false);
  });

  it('is refused outside its years with a message that names them', () => {
    const [problem] = instant.safeParse('1000-01-01T00:00:00Z').error?.issues ?? [];
    expect(problem?.message).toContain('in the years 1900 to 9999');
  });

  it('in its common form agrees with Temporal for any digits', () => {
    const two = (max: number) => fc.integer({ min: 0, max }).map((part) => String(part).padStart(2, '0'));
    const parts = fc.tuple(fc.integer({ min: 1890, max: 2999 }), two(13), two(32), two(25), two(61), two(61));
    fc.assert(
      fc.property(parts, fc.constantFrom('', '.000', '.999'), ([year, month, day, ...time], fraction) => {
        const written = `${year}-${month}-${day}T${time.join(':')}${fraction}Z`;
        const read = instant.safeParse(written);
        expect(read.success ? read.data : undefined).toBe(readByTemporal(written));
      }),
      { numRuns: 2_000 },
    );
  });
});

it('a local date agrees with Temporal for any digits', () => {
  const two = (max: number) => fc.integer({ min: 0, max }).map((part) => String(part).padStart(2, '0'));
  const parts = fc.tuple(fc.integer({ min: 1000, max: 9999 }), two(13), two(32));
  fc.assert(
    fc.property(parts, ([year, month, day]) => {
      const written = `${year}-${month}-${day}`;
      expect(localDate.safeParse(written).success).toBe(year >= 1900 && isDayByTemporal(written));
    }),
    { numRuns: 2_000 },
  );
});

function isDayByTemporal(written: string): boolean {
  try {
    return Temporal.PlainDate.from(written, { overflow: 'reject' }).toString() === written;
  } catch {
    return false;
  }
}

function readByTemporal(written: string): string | undefined {
  try {
    const moment = Temporal.Instant.from(written);
    const tooEarly = moment.epochMilliseconds < Date.UTC(1900, 0, 1);
    return tooEarly ? undefined : moment.toString({ smallestUnit: 'millisecond' });
  } catch {
    return undefined;
  }
}

describe('a requested amount', () => {
  it.each(['0', '007', '1'.padStart(30, '0'), '9'.repeat(40)])('may be %s, however large', (digits) => {
    expect(requestedMinorUnits.safeParse(digits).success).toBe(true);
  });

  it.each(['', '-1', '1.5', '1e3', '٣', ' 1', 5, null])('refuses %s', (written) => {
    expect(requestedMinorUnits.safeParse(written).success).toBe(false);
  });
});
