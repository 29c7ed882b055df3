import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { paysAtProperty, scheduleAtProperty } from '../../domain/bookings/pay-at-property.ts';
import { proposeCancellation } from '../../domain/cancellation/quoted-cancellation.ts';
import type { ProposedCancellation } from '../../domain/cancellation/quoted-cancellation.ts';
import { checkOverridePermission } from '../../domain/cancellation/penalty-override.ts';
import { moveAmounts, dueByNowOf, penaltyNow, quoteAmounts } from '../../domain/changes/change-money.ts';
import type { MovedAmounts, PaidMoney, QuotedAmounts } from '../../domain/changes/change-money.ts';
import type { ChangedField } from '../../domain/stay/stay-of-change.ts';
import {
  checkAllowed,
  checkChildAges,
  childAgesOf,
  hasOtherAges,
  hasOtherParty,
  isOnPlan,
  mayDiffer,
  targetOf,
} from '../../domain/changes/requested-change.ts';
import type { RequestedChange, TargetStay } from '../../domain/changes/requested-change.ts';
import { changePending } from '../../domain/changes/stay-change.ts';
import type { Proposal, QuotedChange } from '../../domain/changes/stay-change.ts';
import { exemptionsOf } from '../../domain/stay/stored-bill.ts';
import { fieldsThatDiffer, stayOfChange } from '../../domain/stay/stay-of-change.ts';
import { checkPrecondition } from '../../domain/stay/precondition.ts';
import type { Precondition } from '../../domain/stay/precondition.ts';
import { bookingNotFound } from '../../domain/stay/refusals.ts';
import { floorOf, retainedOf } from '../../domain/stay/reservation-terms.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { StoredLine } from '../../domain/stay/stored-bill.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { PricedStay, StayToReprice } from '../../ports/neighbours.ts';
import type { AgreedReservation } from '../../ports/stay.ts';
import { moneyOf } from './money-of.ts';

export type QuoteChangeDeps = Pick<
  ReservationsDeps,
  'reservations' | 'inventory' | 'payments' | 'changeTokens'
>;

export interface QuoteChange extends RequestedChange {
  readonly reservationId: string;
  readonly ifMatch?: Precondition;
}

export interface AnsweredQuote {
  readonly quote: QuotedChange;
  readonly token: string;
  readonly amounts: QuotedAmounts;
  readonly moved: MovedAmounts;
  readonly display: PricedStay['display'];
  /** The request named a currency to show. */
  readonly showsDisplay: boolean;
  readonly cancellation: ProposedCancellation | null;
}

const VALID_MINUTES = 15;
const EXEMPT_PERMISSION = 'booking:tax:exempt';

/** What a change of a stay would cost. Nothing is stored: the token carries all that the change needs. */
export async function quoteChange(
  deps: QuoteChangeDeps,
  ctx: RequestContext,
  { reservationId, ifMatch, ...requested }: QuoteChange,
): Promise<Result<AnsweredQuote>> {
  const permitted = checkPermissions(ctx, requested);
  if (!permitted.ok) return permitted;
  const snapshot = await deps.reservations.findWithTerms(ctx.tenantId, reservationId);
  if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
  const unchanged = checkPrecondition(ifMatch, snapshot.reservation);
  return unchanged.ok ? quoteChangeOf(deps, ctx, snapshot, requested) : unchanged;
}

function checkPermissions({ caller }: RequestContext, requested: RequestedChange): Result<null> {
  const { permissions } = caller;
  const waiver = requested.waivesPenalty ? ({ kind: 'waive' } as const) : undefined;
  const permitted = checkOverridePermission(waiver, permissions);
  if (!permitted.ok) return permitted;
  const exempts = (requested.taxExemptions ?? []).length > 0;
  return exempts && !permissions.includes(EXEMPT_PERMISSION)
    ? refuse('insufficient_permission', `The key or operator lacks ${EXEMPT_PERMISSION}.`)
    : ok(null);
}

/** Of a reservation that the caller has found. */
export async function quoteChangeOf(
  deps: Omit<QuoteChangeDeps, 'reservations'>,
  ctx: RequestContext,
  snapshot: AgreedReservation,
  requested: RequestedChange,
): Promise<Result<AnsweredQuote>> {
  const { at, openChange } = snapshot;
  const reservation = asOf(snapshot.reservation, at);
  const target = targetOf(reservation, requested);
  const aged = checkChildAges(target, requested);
  if (!aged.ok) return aged;
  const allowed = checkAllowed(reservation, target, at);
  if (!allowed.ok) return allowed;
  if (openChange?.state === 'awaiting_payment') return changePending(openChange.id);
  if (!mayDiffer(reservation, requested, target)) return noChange();
  const [priced, money] = await Promise.all([
    deps.inventory.priceChange(ctx, stayToReprice(reservation, snapshot, requested, target)),
    moneyOf(deps, ctx, snapshot),
  ]);
  if (!priced.ok) return priced;
  const proposed = propose(reservation, snapshot, requested, { target, priced: priced.value });
  if (proposed.proposal.changes.length === 0) return noChange();
  return ok(await sign(deps, snapshot, { ...proposed, money, display: priced.value.display, requested }));
}

function stayToReprice(
  reservation: Reservation,
  { terms }: AgreedReservation,
  requested: RequestedChange,
  target: TargetStay,
): StayToReprice {
  const isKept = isOnPlan(reservation, target);
  const { taxExemptions, displayCurrency } = requested;
  return {
    booked: reservation,
    target,
    hasBothEnds: requested.from !== undefined && requested.to !== undefined,
    occupancyChildren: requested.occupancyChildren ?? (target.children || undefined),
    childAges: childAgesOf(terms, target, requested),
    taxExemptions,
    bookedExemptions: exemptionsOf(terms?.bill),
    displayCurrency,
    hasBegun: reservation.state === 'checked_in',
    kept:
      terms === null || requested.repricesAll
        ? null
        : {
            leadTimeMultiplierBps: terms.bill.leadTimeMultiplierBps,
            nights: isKept ? terms.bill.nights : [],
            isPartyChanged: hasOtherParty(reservation, target) || hasOtherAges(terms, requested),
          },
    keptPolicy: terms !== null && isKept ? { policy: terms.policy?.policy ?? null } : undefined,
  };
}

interface Priced {
  readonly target: TargetStay;
  readonly priced: PricedStay;
}

interface Proposed {
  readonly proposal: Proposal;
  readonly amounts: QuotedAmounts;
}

function propose(
  reservation: Reservation,
  snapshot: AgreedReservation,
  requested: RequestedChange,
  { target, priced }: Priced,
): Proposed {
  const { terms, at } = snapshot;
  const { stay, total, bill, cancellation: policy } = priced;
  const schedule = paysAtProperty(reservation, terms) ? scheduleAtProperty(stay, total) : priced.schedule;
  const { partySize, children } = target;
  const occupancy = { adults: partySize - children, children };
  const amounts = quoteAmounts({
    before: reservation.total.minorUnits,
    after: total.minorUnits,
    penalty: requested.waivesPenalty ? 0n : penaltyNow(reservation, snapshot, at),
    retainedBefore: retainedOf(terms),
    floorBefore: floorOf(terms),
  });
  const previous = stayOfChange(reservation);
  const next = stayOfChange({ ...reservation, stay, occupancy, total });
  const [floor, retained] = [amounts.floor.toString(), amounts.retainedInAll.toString()];
  const proposal = {
    stay,
    occupancy,
    total,
    terms: { bill, policy, schedule, display: null, floor, retained },
    changes: [
      ...fieldsThatDiffer(previous, next),
      ...otherFields(reservation, snapshot, requested, { target, priced }),
    ],
    previous,
    removed: amounts.removed,
    retained: amounts.retained,
  };
  return { proposal, amounts };
}

function otherFields(
  reservation: Reservation,
  { terms }: AgreedReservation,
  requested: RequestedChange,
  { target, priced }: Priced,
): ChangedField[] {
  const hasOtherLines = textOf(terms?.bill.lines ?? []) !== textOf(priced.bill.lines);
  return [
    ...(reservation.occupancy.children === target.children ? [] : (['occupancyChildren'] as const)),
    ...(hasOtherAges(terms, requested) ? (['childAges'] as const) : []),
    ...(requested.taxExemptions !== undefined && hasOtherLines ? (['taxExemptions'] as const) : []),
  ];
}

/** A line is the same in all languages. */
function textOf(lines: readonly StoredLine[]): string {
  return JSON.stringify(lines.map(({ translations: _translations, ...line }) => line));
}

interface ToSign extends Proposed {
  readonly money: PaidMoney;
  readonly display: PricedStay['display'];
  readonly requested: RequestedChange;
}

async function sign(
  { changeTokens }: Pick<QuoteChangeDeps, 'changeTokens'>,
  { at, reservation }: AgreedReservation,
  { proposal, amounts, money, display, requested }: ToSign,
): Promise<AnsweredQuote> {
  const { tenantId, id: reservationId, version } = reservation;
  const expiresAt = at
    .add({ minutes: VALID_MINUTES })
    .round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
  const quote = { ...proposal, tenantId, reservationId, version, expiresAt };
  const { terms, total, stay } = proposal;
  const dueByNow = dueByNowOf(terms.schedule, at.add({ seconds: SKEW_SECONDS }));
  return {
    quote,
    token: await changeTokens.sign(quote, at),
    amounts,
    moved: moveAmounts({ after: total.minorUnits, retainedInAll: amounts.retainedInAll, dueByNow }, money),
    display,
    showsDisplay: requested.displayCurrency !== undefined,
    cancellation: proposeCancellation(terms, stay.window.from, at),
  };
}

/** Inventory dates what is due now by its own clock. */
const SKEW_SECONDS = 60;

function noChange() {
  return refuse('no_change', 'The stay, its party and its price would be as they are.');
}
