import { claimMore, findMove, moveClaim, priceChange, releaseParts } from '@lodging/contract-inventory';
import type { BillLine, PriceChangeRequest, ScheduledPayment, SoldPolicy } from '@lodging/contract-inventory';
import { ok, refuse } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import { buildPrice } from './build-price.ts';
import { refusalOf } from './neighbour-faults.ts';
import type { NeighbourFaults } from './neighbour-faults.ts';

export interface MovableClaim {
  readonly resourceId: string;
  readonly from: string;
  readonly to: string;
  readonly state: 'held' | 'confirmed';
  readonly expiresAt: number;
}

interface SetPrice {
  readonly night?: number;
  readonly cancellation?: SoldPolicy | null;
  readonly schedule?: ScheduledPayment[];
  readonly lines?: readonly BillLine[];
}

const NIGHT_MS = 24 * 3_600_000;

/** Moves of claims; a night costs 10000, or what was set. */
export function stubMoves(
  claims: Map<string, MovableClaim>,
  isFree: (wanted: MovableClaim & { readonly claimId: string }) => boolean,
  faults: NeighbourFaults,
) {
  /** By resource: the price of a night, and its terms. */
  const prices = new Map<string, SetPrice>();
  const moves = new Map<string, string>();
  const forgotten = new Set<string>();
  const parts = new Map<string, string>();
  const priced: PriceChangeRequest[] = [];
  const routes = [
    on(priceChange, async (request) => {
      priced.push(request);
      const refused = await refusalOf(faults.price);
      return refused === undefined
        ? ok(priceOf(request, prices.get(request.resourceId)))
        : refuse(refused, 'refused');
    }),
    on(moveClaim, async ({ moveId, claimId, partIds, target }) => {
      const refused = await refusalOf(faults.move);
      if (refused !== undefined) return refuse(refused, 'refused');
      const claim = claims.get(claimId);
      if (claim === undefined || forgotten.has(moveId)) return refuse('claim_released', 'released');
      if (!moves.has(moveId)) {
        if (!isFree({ ...claim, ...target, claimId })) return refuse('units_taken', 'taken');
        for (const id of partIds) parts.delete(id);
        claims.set(claimId, { ...claim, resourceId: target.resourceId, from: target.from, to: target.to });
        moves.set(moveId, claimId);
      }
      await faults.moved?.();
      return ok({ claimId, state: claim.state, revision: 1, movedAt: '2026-11-20T12:00:00.000Z' });
    }),
    findRoute(moves, forgotten),
    on(claimMore, async ({ claimId, partIds, target }) => {
      const refused = await refusalOf(faults.more);
      if (refused !== undefined) return refuse(refused, 'refused');
      const [id = ''] = partIds;
      parts.set(id, claimId);
      const span = { startsAt: target.from, endsAt: target.to };
      return ok({ parts: [{ id, resourceId: target.resourceId, ...span, units: target.quantity }] });
    }),
    on(releaseParts, async ({ partIds }) =>
      ok({ released: partIds.map((id) => parts.delete(id)).includes(true) }),
    ),
  ];
  return { routes, prices, moves, parts, priced };
}

function findRoute(moves: ReadonlyMap<string, string>, forgotten: Set<string>) {
  return on(findMove, async ({ moveId, claimId, forget }) => {
    if (moves.has(moveId))
      return ok({
        moved: { claimId, state: 'confirmed' as const, revision: 1, movedAt: '2026-11-20T12:00:00.000Z' },
      });
    if (forget) forgotten.add(moveId);
    return ok({ moved: null });
  });
}

/** Kept nights as they were booked, the others at the current price. */
function priceOf(
  request: PriceChangeRequest,
  { night = 10_000, cancellation, schedule, lines = [] }: SetPrice = {},
) {
  const { from, to, kept, quantity, resourceId, ratePlanId } = request;
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const count = Math.round((end - start) / NIGHT_MS);
  const nights = Array.from({ length: count }, (_, index) => {
    const date = new Date(start + index * NIGHT_MS).toISOString().slice(0, 10);
    const amount = kept?.nights.find((one) => one.date === date)?.amountMinorUnits ?? String(night);
    const factors = {
      dayOfWeekMultiplierBps: 10_000,
      seasonalMultiplierBps: 10_000,
      occupancyMultiplierBps: 10_000,
      extraGuestsMinorUnits: '0',
    };
    return { date, baseAmountMinorUnits: amount, ...factors, amountMinorUnits: amount };
  });
  const total = nights.reduce((sum, { amountMinorUnits }) => sum + Number(amountMinorUnits), 0) * quantity;
  const dueAt = Temporal.Now.instant().subtract({ seconds: 1 }).toString({ smallestUnit: 'millisecond' });
  return {
    resourceId,
    roomTypeId: null,
    ratePlanId: ratePlanId ?? null,
    timezone: 'Europe/Berlin',
    priceBreakdown: buildPrice('EUR', String(total), { nights, lines: [...lines] }),
    cancellation: cancellation ?? null,
    schedule: schedule ?? [{ purpose: 'stay' as const, amountMinorUnits: String(total), dueAt }],
    displayTotal: { amountMinorUnits: String(total), currency: 'EUR' },
    fx: {
      effectiveAt: '2026-11-20T12:00:00.000Z',
      fromCurrency: 'EUR',
      rateBps: '10000',
      source: 'identity',
      toCurrency: 'EUR',
    },
  };
}
