import type { ClientLimits } from '@lodging/contract-reservations';
import { networksOf } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import {
  hasLimit,
  multiplied,
  NO_LIMIT,
  unitNightsOf,
  unitNightsOfSize,
} from '../../domain/guests/client-limits.ts';
import type { HoldLimit, LimitedHold } from '../../domain/guests/client-limits.ts';
import type { Stay } from '../../domain/stay/reservation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { GuestHashes } from '../../ports/guests.ts';
import { limitsOfCaller } from './limits-of-caller.ts';

export type LimitHoldDeps = Pick<ReservationsDeps, 'guestHashes' | 'unitsForSale'>;

/** Null for every caller but a publishable key, and where the tenant has lifted both limits. */
export async function limitHold(
  { guestHashes, unitsForSale }: LimitHoldDeps,
  ctx: RequestContext,
  stay: Stay,
): Promise<LimitedHold | null> {
  const limits = limitsOfCaller(ctx);
  if (limits === undefined) return null;
  const { heldUnitNightsFollowSize: followsSize, keyLimitFactor: keyFactor } = limits;
  const units = followsSize ? await unitsForSale.of(ctx) : null;
  const limit = holdLimitOf(limits, units);
  if (!hasLimit(limit)) return null;
  const [widest, ...narrower] = networksOf(ctx.clientAddress ?? '').toReversed();
  if (widest === undefined) return null;
  return {
    keyId: ctx.caller.keyId ?? null,
    networks: [
      hashOf(guestHashes, ctx, widest.name),
      ...narrower.map(({ name }) => hashOf(guestHashes, ctx, name)),
    ],
    unitNights: unitNightsOf(stay),
    countsUnverifiedOnly: followsSize,
    networkLimits: [widest, ...narrower].map(({ factor }) => multiplied(limit, factor)),
    keyLimit: keyFactor === null ? NO_LIMIT : multiplied(limit, keyFactor),
  };
}

function holdLimitOf({ maxOpenHolds, maxHeldUnitNights }: ClientLimits, units: number | null): HoldLimit {
  if (units === null || maxHeldUnitNights === null) return { maxOpenHolds, maxUnitNights: maxHeldUnitNights };
  return { maxOpenHolds, maxUnitNights: unitNightsOfSize(units, maxHeldUnitNights) };
}

function hashOf(hashes: GuestHashes, { caller }: RequestContext, network: string): string {
  return hashes.client(caller.keyId ?? '', network);
}
