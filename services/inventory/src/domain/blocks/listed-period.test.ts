import { expect, it } from 'vitest';
import { checkPeriod } from './listed-period.ts';

const date = (text: string) => Temporal.PlainDate.from(text);
const instant = (text: string) => Temporal.Instant.from(text);
const refused = { refusal: { code: 'invalid_window' } };

it('a period of blocks that does not begin before it ends is refused', () => {
  expect(checkPeriod(date('2027-06-02'), date('2027-06-01'))).toMatchObject(refused);
  expect(checkPeriod(date('2027-06-02'), date('2027-06-02'))).toMatchObject(refused);
  expect(checkPeriod(instant('2027-06-02T10:00:00Z'), instant('2027-06-02T10:00:00Z'))).toMatchObject(
    refused,
  );
});

it('a period with one end, or with a date and an instant, is taken', () => {
  for (const [from, to] of [
    [date('2027-06-01'), date('2027-06-02')],
    [date('2027-06-02'), undefined],
    [undefined, instant('2027-06-02T10:00:00Z')],
    [date('2027-06-02'), instant('2027-06-02T01:00:00Z')],
  ])
    expect(checkPeriod(from, to).ok).toBe(true);
});
