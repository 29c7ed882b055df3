import type { LostStay, RecoveryReport } from '@lodging/contract-public';
import { guestErased, reservationCreated } from '@lodging/contract-reservations';
import type { ReservationFacts } from '@lodging/contract-reservations';
import type { LostEvent, StayToLookUp } from '@lodging/contract-wire';
import type { LostOfService } from './find-lost-events.ts';

export interface GroupedStay {
  readonly stay: StayToLookUp;
  readonly livemode: boolean;
  readonly lastPublished: LostStay['lastPublished'];
  readonly events: LostStay['events'];
}

/** Their events are about a stay, whose id is that of the aggregate. */
const OF_STAYS = ['reservations', 'payments'];

/** Every event of a reservation has its facts in the same place. */
const aboutReservation = reservationCreated.data;

export function groupLostEvents(lost: readonly LostOfService[]): {
  stays: GroupedStay[];
  otherEvents: RecoveryReport['otherEvents'];
} {
  const isOfStay = (service: string, { type }: LostEvent) =>
    OF_STAYS.includes(service) && type !== guestErased.type;
  const [ofStays, others] = [true, false].map((wanted) =>
    lost.flatMap(({ service, events }) => events.filter((event) => isOfStay(service, event) === wanted)),
  );
  const groups = Map.groupBy(ofStays ?? [], ({ tenantId, aggregateId }) => `${tenantId} ${aggregateId}`);
  return {
    stays: [...groups.values()].map((events) => groupOf(events)),
    otherEvents: (others ?? []).map(({ tenantId, aggregateId, ...event }) => ({
      ...nameOf(event),
      tenantId,
      aggregateId,
    })),
  };
}

function groupOf(events: readonly LostEvent[]): GroupedStay {
  const [first] = events;
  if (first === undefined) throw new Error('a group has an event');
  const facts = events.flatMap(({ data }) => aboutReservation.safeParse(data).data?.reservation ?? []).at(-1);
  const { tenantId, livemode, aggregateId: id } = first;
  const place =
    facts === undefined ? null : { resourceId: facts.resourceId, from: facts.startsAt, to: facts.endsAt };
  return {
    stay: { tenantId, id, place },
    livemode,
    lastPublished: facts === undefined ? null : toLastPublished(facts),
    events: events.map(nameOf).toSorted((one, other) => (one.occurredAt < other.occurredAt ? -1 : 1)),
  };
}

const nameOf = ({ id, type, occurredAt }: Pick<LostEvent, 'id' | 'type' | 'occurredAt'>) => ({
  id,
  type,
  occurredAt,
});

function toLastPublished(facts: ReservationFacts): NonNullable<LostStay['lastPublished']> {
  const { state, version = null, resourceId, startsAt: from, endsAt: to, quantity } = facts;
  const { totalMinorUnits, currency, source, externalReference = null } = facts;
  return {
    state,
    version,
    resourceId,
    from,
    to,
    quantity,
    totalMinorUnits,
    currency,
    source,
    externalReference,
  };
}
