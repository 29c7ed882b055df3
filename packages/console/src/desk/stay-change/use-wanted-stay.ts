import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { codeOf } from '../../api/lodging.ts';
import { alternativesQuery, changeQuoteQuery } from '../../api/queries/changes.ts';
import { useResources } from '../../api/queries/resources.ts';
import type { Resources } from '../../api/queries/resources.ts';
import type { Alternative, ChangeRequest, OneBooking, ResourceRecord } from '../../api/records.ts';
import { adultsOf, agesOf, changeOf, planAt, windowOf } from '../../domain/stay-change.ts';
import type { WantedStay } from '../../domain/stay-change.ts';
import { localDate } from '../../ui/when.tsx';

type Reprice = NonNullable<ChangeRequest['reprice']>;

export interface MoveTarget {
  readonly from: string;
  readonly to: string;
  readonly resourceId: string;
}

interface ChosenPlan {
  readonly id: string;
  readonly resourceId: string;
}

/** What the desk wants of a stay, and what that would cost. */
export function useWantedStay(booking: OneBooking, target: MoveTarget | undefined, findsOthers: boolean) {
  const resources = useResources();
  const [wanted, setWanted] = useState<WantedStay>(() => firstOf(booking, resources, target));
  const [reprice, setReprice] = useState<Reprice>('added_nights');
  const [chosen, setChosen] = useState<ChosenPlan | null>(null);
  const place = resources.find(wanted.resourceId);
  const isOrdered = wanted.arrival < wanted.departure;
  const fields = place && isOrdered ? changeOf(wanted, booking, place) : {};
  const isNothing = Object.keys(fields).length === 0 && reprice === 'added_nights';
  const quote = useQuery({
    ...changeQuoteQuery(booking.id, { ...fields, reprice }),
    enabled: isOrdered && !isNothing,
    retry: false,
  });
  const isFull = codeOf(quote.error) === 'unavailable' || codeOf(quote.error) === 'booking_conflict';
  const alternatives = useAlternatives(booking, place, wanted, isFull || (findsOthers && isNothing));
  const choose = (change: Partial<WantedStay>): void => {
    const moved = { ...wanted, ...change };
    const there = resources.find(moved.resourceId);
    const plan = change.ratePlanId ? { id: change.ratePlanId, resourceId: moved.resourceId } : chosen;
    setChosen(plan);
    // From the booked plan, or the chosen one: a resource that lacks it is no choice of another plan.
    const { id, resourceId } = plan ?? { id: booking.ratePlanId, resourceId: booking.resourceId };
    setWanted({ ...moved, ratePlanId: there ? planAt(there, resources.find(resourceId), id) : null });
  };
  return { wanted, choose, reprice, setReprice, place, quote, isNothing, isOrdered, alternatives, resources };
}

export type Wanted = ReturnType<typeof useWantedStay>;

function firstOf(booking: OneBooking, resources: Resources, target: MoveTarget | undefined): WantedStay {
  const booked = resources.find(booking.resourceId);
  const zone = booked?.timezone ?? 'UTC';
  const resourceId = target?.resourceId ?? booking.resourceId;
  const place = resources.find(resourceId);
  return {
    arrival: target?.from ?? localDate(booking.startsAt, zone),
    departure: target?.to ?? localDate(booking.endsAt, zone),
    resourceId,
    ratePlanId: place ? planAt(place, booked, booking.ratePlanId) : booking.ratePlanId,
    adults: adultsOf(booking),
    children: booking.occupancyChildren,
    ages: agesOf(booking),
    quantity: booking.quantity,
  };
}

function useAlternatives(
  booking: OneBooking,
  place: ResourceRecord | undefined,
  wanted: WantedStay,
  isWanted: boolean,
): readonly Alternative[] | undefined {
  const { adults, children, quantity } = wanted;
  const isKnown = place !== undefined && wanted.arrival < wanted.departure;
  const window = isKnown ? windowOf(wanted, booking, place) : { from: booking.startsAt, to: booking.endsAt };
  const { data } = useQuery({
    ...alternativesQuery({
      resourceId: wanted.resourceId,
      ...window,
      partySize: adults + children,
      ...(children > 0 && { occupancyChildren: children }),
      ...(quantity > 1 && { quantity }),
      ...(wanted.ratePlanId !== null && { ratePlanId: wanted.ratePlanId }),
    }),
    enabled: isWanted && isKnown,
  });
  return isWanted ? data?.alternatives : undefined;
}
