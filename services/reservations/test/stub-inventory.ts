import {
  checkUnits,
  claimUnits,
  confirmClaim,
  countUnitsForSale,
  priceStay,
  readResource,
  releaseClaim,
  resource,
} from '@lodging/contract-inventory';
import type { PriceStayRequest, ScheduledPayment, SoldPolicy } from '@lodging/contract-inventory';
import { exampleOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import { buildPrice } from './build-price.ts';
import { stubMoves } from './stub-moves.ts';
import type { NeighbourFaults } from './neighbour-faults.ts';

interface StubClaim {
  readonly resourceId: string;
  readonly from: string;
  readonly to: string;
  readonly state: 'held' | 'confirmed';
  readonly expiresAt: number;
}
type Wanted = Pick<StubClaim, 'resourceId' | 'from' | 'to'> & { readonly claimId: string };

/** The terms of the stays of a resource; without them a stay is sold without a policy. */
interface SoldTerms {
  readonly cancellation?: SoldPolicy;
  readonly schedule?: ScheduledPayment[];
}

const NIGHT = {
  date: '2027-03-01',
  baseAmountMinorUnits: '10000',
  dayOfWeekMultiplierBps: 10_000,
  seasonalMultiplierBps: 10_000,
  occupancyMultiplierBps: 10_000,
  extraGuestsMinorUnits: '0',
  amountMinorUnits: '10000',
};

export function stubInventory(faults: NeighbourFaults) {
  const claims = new Map<string, StubClaim>();
  const priced: PriceStayRequest[] = [];
  const tombstones = new Map<string, string>();
  const sold = new Map<string, SoldTerms>();
  const { routes: readRoutes, unitsForSale, counted, named } = stubReads(faults);

  const isFree = (wanted: Wanted) =>
    ![...claims].some(([id, claim]) => id !== wanted.claimId && conflicts(claim, wanted));
  const take = (wanted: Wanted, state: StubClaim['state'], until: string | null) => {
    const { claimId, resourceId, from, to } = wanted;
    const expiresAt = until === null ? Infinity : Temporal.Instant.from(until).epochMilliseconds;
    claims.set(claimId, { resourceId, from, to, state, expiresAt });
    return ok({ claimId, state });
  };
  const routes = [
    on(priceStay, async (request) => {
      priced.push(request);
      await faults.price?.();
      if (request.purpose === 'booking' && !isFree({ ...request, claimId: '' }))
        return refuse('unavailable', 'taken', { reasons: ['reserved'] });
      return ok({ ...pricedStay(request), ...sold.get(request.resourceId) });
    }),
    ...readRoutes,
    on(checkUnits, async (wanted) => {
      await faults.check?.();
      return ok({ taken: !isFree(wanted) });
    }),
    on(claimUnits, async (wanted) => {
      await faults.claim?.();
      const known = claims.get(wanted.claimId);
      if (known !== undefined) return ok({ claimId: wanted.claimId, state: known.state });
      if (tombstones.has(wanted.claimId)) return refuse('claim_released', 'released');
      return isFree(wanted) ? take(wanted, 'held', wanted.expiresAt) : refuse('units_taken', 'taken');
    }),
    on(confirmClaim, async (wanted) => {
      await faults.confirm?.();
      const tombstone = tombstones.get(wanted.claimId);
      if (tombstone !== undefined && tombstone !== 'expired') return refuse('claim_released', 'released');
      return isFree(wanted) ? take(wanted, 'confirmed', null) : refuse('units_taken', 'taken');
    }),
    releaseRoute(claims, tombstones, faults),
  ];
  const moves = stubMoves(claims, isFree, faults);
  const state = { claims, tombstones, priced, named, sold, unitsForSale, counted };
  return { routes: [...routes, ...moves.routes], moves, ...state };
}

function releaseRoute(
  claims: Map<string, StubClaim>,
  tombstones: Map<string, string>,
  faults: NeighbourFaults,
) {
  return on(releaseClaim, async ({ claimId, reason }) => {
    await faults.release?.();
    const isConfirmed = claims.get(claimId)?.state === 'confirmed';
    if (reason === 'expired' && isConfirmed) return ok({ released: false });
    tombstones.set(claimId, reason);
    return ok({ released: claims.delete(claimId) });
  });
}

function stubReads(faults: NeighbourFaults) {
  /** Of a tenant; 1 unless it is set. */
  const unitsForSale = new Map<string, number>();
  /** Tenants whose units for sale were requested. */
  const counted: string[] = [];
  /** Resources whose name was requested. */
  const named: string[] = [];
  const routes = [
    on(countUnitsForSale, async (_request, { tenantId }) => {
      counted.push(tenantId);
      await faults.count?.();
      return ok({ units: unitsForSale.get(tenantId) ?? 1 });
    }),
    on(readResource, async ({ resourceId }) => {
      named.push(resourceId);
      await faults.name?.();
      return ok({ ...Object(exampleOf(resource)), id: resourceId, name: `Room ${resourceId.slice(-4)}` });
    }),
  ];
  return { routes, unitsForSale, counted, named };
}

/** Whether the claim is in force and takes units of the wanted window. */
function conflicts(claim: StubClaim, wanted: Wanted): boolean {
  const inForce = claim.state === 'confirmed' || claim.expiresAt > Date.now();
  const sameUnits =
    claim.resourceId === wanted.resourceId && claim.from < wanted.to && wanted.from < claim.to;
  return inForce && sameUnits;
}

function pricedStay(request: { readonly resourceId: string; readonly ratePlanId?: string | undefined }) {
  return {
    resourceId: request.resourceId,
    roomTypeId: null,
    ratePlanId: request.ratePlanId ?? null,
    timezone: 'Europe/Berlin',
    priceBreakdown: buildPrice('EUR', '10000', { nights: [NIGHT] }),
    cancellation: null,
    schedule: [
      {
        purpose: 'stay' as const,
        amountMinorUnits: '10000',
        dueAt: Temporal.Now.instant().toString({ smallestUnit: 'millisecond' }),
      },
    ],
    displayTotal: { amountMinorUnits: '10000', currency: 'EUR' },
    fx: {
      effectiveAt: '2026-11-20T12:00:00.000Z',
      fromCurrency: 'EUR',
      rateBps: '10000',
      source: 'identity',
      toCurrency: 'EUR',
    },
  };
}
