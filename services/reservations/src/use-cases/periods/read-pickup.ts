import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { checkPeriod, refuseSeries } from '../../domain/periods/period.ts';
import type { Period } from '../../domain/periods/period.ts';
import { pickUp } from '../../domain/periods/pickup.ts';
import type { CurrencyPickup } from '../../domain/periods/pickup.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';

export interface ReadPickup {
  readonly period: Period;
  readonly since: Temporal.Instant;
}

/** What is on the books now, and what was at an earlier moment, from the history of the bookings. */
export async function readPickup(
  { pickups }: Pick<ReservationsDeps, 'pickups'>,
  { tenantId }: RequestContext,
  { period, since }: ReadPickup,
): Promise<Result<CurrencyPickup[]>> {
  const checked = checkPeriod(period);
  if (!checked.ok) return checked;
  const currencies = pickUp(period, await pickups.read(tenantId, period, since));
  return refuseSeries(currencies.length, period) ?? ok(currencies);
}
