import { deriveAmount } from './night-amount.ts';
import type { RatesByDay } from './plan-by-day.ts';
import { MAX_MINOR_UNITS } from './price-stay.ts';
import type { Tariff } from './tariff.ts';

/** The amount of a night before weekday, season and occupancy. */
export interface NightlyAmount {
  readonly amountMinorUnits: bigint;
  /** The rate of the date, the base amount of the plan, or the amount of its parent. */
  readonly source: 'override' | 'base' | 'derived';
}

/** Undefined where the date has neither a rate nor a base amount. */
export function nightlyAmount(
  { pricing, derived }: Tariff,
  { own, parent }: RatesByDay,
  day: number,
): NightlyAmount | undefined {
  const override = own?.get(day);
  if (override !== undefined) return { amountMinorUnits: override, source: 'override' };
  const amount = parent?.get(day) ?? pricing?.baseAmountMinorUnits ?? undefined;
  if (amount === undefined) return undefined;
  if (derived === undefined) return { amountMinorUnits: amount, source: 'base' };
  const amountMinorUnits = deriveAmount(amount, derived.formula);
  return amountMinorUnits <= MAX_MINOR_UNITS ? { amountMinorUnits, source: 'derived' } : undefined;
}
