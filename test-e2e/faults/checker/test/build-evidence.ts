import type { Note, Operation, TenantFacts, WebhookReceived } from '../../history/entries.ts';
import type { History } from '../../history/history.ts';
import type { Booking, DatabaseState, EndState, LoggedEvent, OutboxRow, TenantState } from '../end-state.ts';
import type { Evidence } from '../evidence.ts';

export const ROOM = 'room-1';
export const SUITE = 'room-2';

export const A: TenantFacts = {
  id: 'tenant-a',
  name: 'a',
  accountId: 'acct_a',
  marker: 'mark-a',
  resources: [
    { id: ROOM, ratePlanId: 'plan', units: 1, connectionId: 'connection' },
    { id: SUITE, ratePlanId: 'plan', units: 2, connectionId: 'connection' },
  ],
  endpoints: [{ id: 'endpoint', name: 'good' }],
};
export const B: TenantFacts = {
  ...A,
  id: 'tenant-b',
  name: 'b',
  accountId: 'acct_b',
  marker: 'mark-b',
  resources: [],
  endpoints: [],
};

const NIGHT = { startsAt: '2027-05-03T15:00:00.000Z', endsAt: '2027-05-04T10:00:00.000Z' };

let lastId = 0;

/** An operation of tenant A that was answered, unless said otherwise. */
export function did(op: string, about: Partial<Operation> = {}): Operation {
  lastId += 1;
  const { from = lastId * 10, to = from + 5 } = about;
  return {
    id: lastId,
    client: 'guest-1',
    tenant: A.id,
    op,
    input: {},
    outcome: 'ok',
    status: 200,
    code: null,
    output: {},
    ...about,
    from,
    to,
  };
}

/** An answer that shows a stay of one night. */
export function shown(id: string, state: string, more: Record<string, unknown> = {}): Operation['output'] {
  return {
    id,
    state,
    resourceId: ROOM,
    quantity: 1,
    totalMinorUnits: '10000',
    replayed: false,
    ...NIGHT,
    ...more,
  };
}

export function booking(id: string, state: string, more: Partial<Booking> = {}): Booking {
  return {
    id,
    resourceId: ROOM,
    state,
    ...NIGHT,
    quantity: 1,
    totalMinorUnits: '10000',
    holdExpiresAt: ['held', 'expired'].includes(state) ? '2027-01-01T00:00:00Z' : null,
    source: 'direct',
    guestEmail: null,
    ...more,
  };
}

export function paid(reservationId: string, more: Partial<TenantState['intents'][number]> = {}) {
  return {
    id: `pi-${reservationId}`,
    status: 'succeeded',
    amountReceived: 10_000,
    reservationId,
    paymentId: `payment-${reservationId}`,
    charges: 1,
    ...more,
  };
}

export function returned(
  reservationId: string,
  amount: number,
  more: Partial<TenantState['refunds'][number]> = {},
) {
  return {
    id: `re-${reservationId}`,
    intentId: `pi-${reservationId}`,
    amount,
    status: 'succeeded',
    reservationId,
    refundId: `refund-${reservationId}`,
    ...more,
  };
}

export function paymentRow(reservationId: string, state = 'succeeded'): DatabaseState['payments'][number] {
  return {
    tenant_id: A.id,
    id: `payment-${reservationId}`,
    reservation_id: reservationId,
    state,
    amount_minor_units: '10000',
    provider_intent_id: `pi-${reservationId}`,
    change_id: null,
  };
}

export function refundRow(reservationId: string, reason = 'late'): DatabaseState['refunds'][number] {
  return {
    tenant_id: A.id,
    id: `refund-${reservationId}`,
    reservation_id: reservationId,
    state: 'succeeded',
    reason,
    amount_minor_units: '10000',
    provider_refund_id: `re-${reservationId}`,
  };
}

export function reservationRow(
  id: string,
  state: string,
  more: Partial<DatabaseState['reservations'][number]> = {},
): DatabaseState['reservations'][number] {
  return {
    tenant_id: A.id,
    id,
    state,
    version: 3,
    resource_id: ROOM,
    starts_at: NIGHT.startsAt,
    ends_at: NIGHT.endsAt,
    quantity: 1,
    idempotency_key: null,
    ...more,
  };
}

export function claim(
  id: string,
  more: Partial<DatabaseState['claims'][number]> = {},
): DatabaseState['claims'][number] {
  return {
    tenant_id: A.id,
    claim_id: id,
    resource_id: ROOM,
    kind: 'reservation',
    state: 'confirmed',
    starts_at: '2027-05-03 00:00:00+00',
    ends_at: '2027-05-04 00:00:00+00',
    units: 1,
    left_at: null,
    block_id: null,
    ...more,
  };
}

/** An event in the outbox, in the stream and in the log. */
export function outboxRow(
  id: string,
  verb: string,
  version: number,
  more: Partial<OutboxRow> = {},
): OutboxRow {
  return {
    service: 'reservations',
    tenant_id: A.id,
    id: `${verb}-${id}`,
    type: `evt.reservations.v1.reservation.${verb}`,
    aggregate_id: id,
    aggregate_version: String(version),
    position: String(version),
    published: true,
    in_stream: true,
    ...more,
  };
}

export function logged(id: string, verb: string, sequence: number): LoggedEvent {
  const type = `reservation.${verb}`;
  return { id: `${verb}-${id}`, type, sequence, data: { object: { id } } };
}

export function received(event: LoggedEvent, more: Partial<WebhookReceived> = {}): WebhookReceived {
  return {
    kind: 'webhook',
    at: 100,
    tenant: A.id,
    endpoint: 'good',
    answered: 204,
    signed: true,
    eventId: event.id,
    body: { ...event },
    ...more,
  };
}

export function noted(note: string, at: number, fields: Note['fields']): Note {
  return { kind: 'note', at, note, fields };
}

interface Pieces {
  readonly history?: Partial<History>;
  readonly tenant?: Partial<TenantState>;
  readonly database?: Partial<DatabaseState>;
  readonly state?: Partial<EndState>;
}

/** Of tenant A; whatever is not given is empty. */
export function evidenceOf({ history, tenant, database, state }: Pieces): Evidence {
  return {
    history: {
      seed: 1,
      tenants: [A, B],
      operations: [],
      webhooks: [],
      faults: [],
      leaks: [],
      notes: [],
      endsAt: 100_000,
      ...history,
    },
    state: {
      quietAfterMs: 1_000,
      deadlocks: 0,
      unfinished: [],
      lastLeft: [],
      tenants: {
        [A.id]: {
          bookings: [],
          sums: [],
          events: [],
          deliveries: {},
          calendars: {},
          settings: {},
          intents: [],
          refunds: [],
          ...tenant,
        },
      },
      database: {
        reservations: [],
        claims: [],
        changes: [],
        blocks: [],
        payments: [],
        refunds: [],
        outbox: [],
        inbox: [],
        deadLetters: [],
        ...database,
      },
      ...state,
    },
  };
}
