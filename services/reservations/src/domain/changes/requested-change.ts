import { localDate, ok, refuse } from '@lodging/kernel';
import type { Refusal, Result, StayWindow } from '@lodging/kernel';
import type { Exemption } from '../stay/stored-bill.ts';
import type { ReservationTerms } from '../stay/reservation-terms.ts';
import type { Reservation } from '../stay/reservation.ts';
import type { Proposal } from './stay-change.ts';

/** What a client asks for; what is undefined stays as it is booked. */
export interface RequestedChange {
  readonly from?: Temporal.Instant | undefined;
  readonly to?: Temporal.Instant | undefined;
  readonly resourceId?: string | undefined;
  readonly ratePlanId?: string | undefined;
  readonly partySize?: number | undefined;
  readonly occupancyChildren?: number | undefined;
  readonly childAges?: readonly number[] | undefined;
  readonly quantity?: number | undefined;
  readonly taxExemptions?: readonly Exemption[] | undefined;
  readonly displayCurrency?: string | undefined;
  readonly repricesAll: boolean;
  /** Nothing of what is removed is retained. */
  readonly waivesPenalty: boolean;
}

export interface TargetStay {
  readonly resourceId: string;
  /** Undefined on another resource, unless it was given: its plans are others. */
  readonly ratePlanId: string | undefined;
  readonly window: StayWindow;
  readonly partySize: number;
  readonly children: number;
  readonly quantity: number;
}

export function targetOf({ stay, occupancy }: Reservation, requested: RequestedChange): TargetStay {
  const { resourceId = stay.resourceId } = requested;
  const booked = resourceId === stay.resourceId ? (stay.ratePlanId ?? undefined) : undefined;
  return {
    resourceId,
    ratePlanId: requested.ratePlanId ?? booked,
    window: { from: requested.from ?? stay.window.from, to: requested.to ?? stay.window.to },
    partySize: requested.partySize ?? (occupancy.adults ?? 0) + occupancy.children,
    children: requested.occupancyChildren ?? occupancy.children,
    quantity: requested.quantity ?? stay.quantity,
  };
}

/** Other guests, exemptions or current prices may make another stay of it: its price decides. */
export function mayDiffer(reservation: Reservation, requested: RequestedChange, target: TargetStay): boolean {
  const { repricesAll, childAges, taxExemptions } = requested;
  if (repricesAll || childAges !== undefined || taxExemptions !== undefined) return true;
  return (
    movesUnits(reservation, target) || hasOtherParty(reservation, target) || !isOnPlan(reservation, target)
  );
}

/** The claim of the stay is another one. */
export function movesUnits(
  { stay }: Reservation,
  target: Pick<TargetStay, 'resourceId' | 'window' | 'quantity'>,
): boolean {
  return (
    stay.resourceId !== target.resourceId ||
    stay.quantity !== target.quantity ||
    !stay.window.from.equals(target.window.from) ||
    !stay.window.to.equals(target.window.to)
  );
}

export function hasOtherParty({ occupancy }: Reservation, { partySize, children }: TargetStay): boolean {
  return occupancy.children !== children || (occupancy.adults ?? 0) + occupancy.children !== partySize;
}

type BookedTerms = Pick<ReservationTerms, 'bill'> | null;

/** Those that are given, else the booked ones unless the number of children changes. Undefined: unknown. */
export function childAgesOf(
  terms: BookedTerms,
  { children }: Pick<TargetStay, 'children'>,
  requested: Pick<RequestedChange, 'childAges'>,
): readonly number[] | undefined {
  const booked = terms?.bill.childAges;
  return requested.childAges ?? (booked?.length === children ? booked : undefined);
}

/** Ages that come without the number of children are those of the booked ones. */
export function checkChildAges(
  { children }: Pick<TargetStay, 'children'>,
  { childAges }: Pick<RequestedChange, 'childAges'>,
): Result<null, Refusal<'validation_failed'>> {
  if (childAges === undefined || childAges.length === children) return ok(null);
  const errors = [{ pointer: '/childAges', message: `must have one age for each of ${children} children` }];
  return refuse('validation_failed', 'The request is invalid at /childAges.', { errors });
}

/** In whatever order the ages are given. */
export function hasOtherAges(terms: BookedTerms, { childAges }: Pick<RequestedChange, 'childAges'>): boolean {
  if (childAges === undefined) return false;
  const [given, booked] = [childAges, terms?.bill.childAges ?? []].map((ages) =>
    ages.toSorted((one, other) => one - other).join(),
  );
  return given !== booked;
}

/** Its nights have a booked price there. */
export function isOnPlan({ stay }: Reservation, { resourceId, ratePlanId }: TargetStay): boolean {
  return stay.resourceId === resourceId && stay.ratePlanId === (ratePlanId ?? null);
}

export function targetOfProposal({ stay, occupancy }: Pick<Proposal, 'stay' | 'occupancy'>): TargetStay {
  const { adults, children } = occupancy;
  return {
    ...stay,
    ratePlanId: stay.ratePlanId ?? undefined,
    partySize: (adults ?? 0) + children,
    children,
  };
}

export type ChangeNotAllowed = Refusal<'change_not_allowed'>;

export function changeNotAllowed(state: string, detail: string) {
  return refuse('change_not_allowed', detail, { state });
}

/** Which changes a state allows. The reservation is as of now. */
export function checkAllowed(
  reservation: Reservation,
  target: TargetStay,
  at: Temporal.Instant,
): Result<null, ChangeNotAllowed> {
  const { state, stay } = reservation;
  if (state === 'held' || state === 'confirmed') return ok(null);
  if (state !== 'checked_in') return changeNotAllowed(state, `A ${state} reservation cannot be changed.`);
  const isElsewhere = !isOnPlan(reservation, target) || target.quantity !== stay.quantity;
  if (isElsewhere || !stay.window.from.equals(target.window.from))
    return changeNotAllowed(state, 'A stay that has begun may change its end and its party alone.');
  const [arrival, departure, today] = [stay.window.from, target.window.to, at].map((instant) =>
    localDate(instant, stay.timeZone),
  ) as [Temporal.PlainDate, Temporal.PlainDate, Temporal.PlainDate];
  const nights = stay.roomTypeId === null ? 0 : 1;
  if (Temporal.PlainDate.compare(departure, arrival.add({ days: nights })) < 0)
    return changeNotAllowed(state, 'A stay that has begun has one night at least.');
  return Temporal.PlainDate.compare(departure, today) < 0
    ? changeNotAllowed(state, 'A stay that has begun cannot end before today.')
    : ok(null);
}
