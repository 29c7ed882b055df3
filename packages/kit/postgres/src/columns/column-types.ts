import { customType } from './drizzle.ts';
import { parseInstant } from './value-types.ts';

export const instant = customType<{ data: Temporal.Instant; driverData: Temporal.Instant | string }>({
  dataType: () => 'timestamptz',
  fromDriver: (value) => (typeof value === 'string' ? parseInstant(value) : value),
  toDriver: (value) => value.toString(),
});

/** Money as whole minor units; the currency has a column of its own. */
export const minorUnits = customType<{ data: bigint; driverData: bigint | string }>({
  dataType: () => 'bigint',
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
});

/** A calendar date without a zone, as YYYY-MM-DD. */
export const localDate = customType<{ data: string; driverData: string }>({
  dataType: () => 'date',
});
