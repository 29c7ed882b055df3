import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkDateRange } from '../../domain/time/check-window.ts';
import { dayNumber, isoDate } from '../../domain/time/day-number.ts';
import { nightlyAmount } from '../../domain/stays/nightly-rate.ts';
import type { NightlyAmount } from '../../domain/stays/nightly-rate.ts';
import { ratesOfTariff } from '../../domain/stays/plan-by-day.ts';
import type { RatesByDay } from '../../domain/stays/plan-by-day.ts';
import { tariffOf } from '../../domain/stays/tariff.ts';
import type { Tariff } from '../../domain/stays/tariff.ts';
import type { DateRange, DayRange } from '../../domain/time/range-by-day.ts';
import { resourceNotFound } from '../../domain/resources/resource.ts';
import type { SellablePlan } from '../../domain/resources/resource.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import type { ResourceRecord } from '../../ports/resources.ts';
import { readerOf } from '../stays/reader-of.ts';

export interface ReadRates {
  readonly resourceId: string;
  /** With a range, the nightly rates of its dates are read, too. */
  readonly range: DateRange | undefined;
}

export interface NightlyRate extends NightlyAmount {
  readonly ratePlanCode: string;
  readonly date: string;
}

export interface Rates extends Pick<ResourceRecord, 'id' | 'currency' | 'ratePlans'> {
  readonly nightlyRates?: readonly NightlyRate[];
}

export async function readRates(
  { resources, calendars }: Pick<InventoryDeps, 'resources' | 'calendars'>,
  ctx: RequestContext,
  { resourceId, range }: ReadRates,
): Promise<Result<Rates>> {
  if (range === undefined) {
    const found = await resources.find(ctx.tenantId, resourceId);
    return found === undefined ? resourceNotFound : ok(found);
  }
  const invalid = checkDateRange(range);
  if (invalid !== undefined) return invalid;
  const days = { first: dayNumber(range.from), end: dayNumber(range.to) };
  const found = await calendars.findNightlyRates(readerOf(ctx), resourceId, days);
  if (found === undefined) return resourceNotFound;
  const { id, currency, plans } = found.resource;
  if (bytesOfNights(plans, days) > MAX_NIGHTS_BYTES) return tooManyRates;
  return ok({
    id,
    currency,
    ratePlans: plans.map(({ restrictions: _restrictions, pricing: _pricing, ...plan }) => plan),
    nightlyRates: plans.flatMap((plan) => {
      const tariff = tariffOf(found.resource, plan);
      return nightlyRatesOf(plan, tariff, ratesOfTariff(found.nightlyRates, plan, tariff), days);
    }),
  });
}

/** Of the nightly rates; the plans need some of the 2 MiB that an answer may have. */
const MAX_NIGHTS_BYTES = 1_536 * 1_024;
/** Of a nightly rate as JSON, without its code. */
const NIGHT_BYTES = 95;

/** At the most, so that it is known before any of them is made. */
function bytesOfNights(plans: readonly SellablePlan[], { first, end }: DayRange): number {
  const codes = plans.reduce((sum, { code }) => sum + Buffer.byteLength(JSON.stringify(code)), 0);
  return (end - first) * (plans.length * NIGHT_BYTES + codes);
}

const tooManyRates = refuse(
  'range_too_large',
  'The nightly rates of all plans exceed the size of a response; request fewer dates.',
);

/** A date with neither a rate nor a base amount is left out. */
function nightlyRatesOf(
  { code }: SellablePlan,
  tariff: Tariff,
  rates: RatesByDay,
  { first, end }: DayRange,
): NightlyRate[] {
  return Array.from({ length: end - first }, (_, index) => first + index).flatMap((day) => {
    const amount = nightlyAmount(tariff, rates, day);
    return amount === undefined ? [] : [{ ratePlanCode: code, date: isoDate(day), ...amount }];
  });
}
