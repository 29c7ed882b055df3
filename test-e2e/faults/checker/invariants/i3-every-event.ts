import type { Evidence, Invariant } from '../evidence.ts';
import type { OutboxRow, TenantState } from '../end-state.ts';

/** Which consumer acts on which event; others are delivered to it and ignored. */
const CONSUMED: Readonly<Record<string, readonly string[]>> = {
  'evt.reservations.v1.reservation.created': ['notifications'],
  'evt.reservations.v1.reservation.confirmed': ['notifications'],
  'evt.reservations.v1.reservation.cancelled': ['notifications', 'inventory', 'payments'],
  'evt.reservations.v1.reservation.expired': ['notifications', 'inventory', 'payments'],
  'evt.reservations.v1.reservation.checked-in': ['notifications'],
  'evt.reservations.v1.reservation.checked-out': ['notifications', 'inventory'],
  'evt.reservations.v1.reservation.no-show': ['notifications', 'payments'],
  'evt.reservations.v1.reservation.updated': ['notifications'],
  'evt.reservations.v1.reservation.changed': ['notifications'],
  'evt.reservations.v1.payment.due': ['notifications'],
  'evt.payments.v1.payment.succeeded': ['notifications', 'reservations'],
  'evt.payments.v1.payment.failed': ['notifications'],
  'evt.payments.v1.refund.created': ['notifications', 'reservations'],
  'evt.payments.v1.refund.failed': ['notifications', 'reservations'],
};
const LOGGED =
  /\.(reservation\.(?:created|confirmed|cancelled|expired|checked-in|checked-out|no-show|updated|changed)|payment\.(?:succeeded|failed|due)|refund\.(?:created|failed))$/;

/**
 * Every committed change has its event: in the outbox, in the stream, in the inbox of each consumer, once in the public log, and as
 * a delivery for each endpoint. The id is the same everywhere, and nothing is published that did not happen.
 */
export const everyEvent: Invariant = {
  name: 'I3',
  promise: 'Every change is published, once per id, to every subscriber, and nothing else is.',
  check: (evidence) => [
    ...published(evidence),
    ...evidence.history.tenants.flatMap(({ id }) => {
      const tenant = evidence.state.tenants[id];
      return tenant === undefined
        ? []
        : [
            ...logged(evidence, id, tenant),
            ...impliedEvents(evidence, id, tenant),
            ...delivered(evidence, id, tenant),
          ];
    }),
    ...evidence.state.database.deadLetters.map(
      ({ consumer, error }) => `a dead letter of ${consumer}: ${error}`,
    ),
  ],
};

function published({ state: { database } }: Evidence): string[] {
  const seen = new Set(database.inbox.map(({ service, event_id: id }) => `${service} ${id}`));
  return database.outbox.flatMap((row) => [
    ...(row.published ? [] : [`${nameOf(row)} was never published`]),
    ...(row.published && row.in_stream === false ? [`${nameOf(row)} is not in the stream`] : []),
    ...(CONSUMED[row.type] ?? [])
      .filter((consumer) => !seen.has(`${consumer} ${row.id}`))
      .map((consumer) => `${nameOf(row)} never reached ${consumer}`),
  ]);
}

function nameOf({ type, id, aggregate_id: aggregate }: OutboxRow): string {
  return `${type} ${id} of ${aggregate}`;
}

function logged({ state: { database } }: Evidence, tenantId: string, { events }: TenantState): string[] {
  const committed = new Map(
    database.outbox
      .filter((row) => row.tenant_id === tenantId && LOGGED.test(row.type))
      .map((row) => [row.id, row] as const),
  );
  const log = new Set(events.map(({ id }) => id));
  return [
    ...[...committed.values()]
      .filter(({ id }) => !log.has(id))
      .map((row) => `${nameOf(row)} is not in the log`),
    ...events
      .filter(({ id }) => !committed.has(id))
      .map(({ id, type }) => `${type} ${id} is in the log alone`),
    ...(log.size === events.length ? [] : ['the log has an id twice']),
  ];
}

/** The records at the end imply which events there were. */
function impliedEvents({ state: { database } }: Evidence, tenantId: string, tenant: TenantState): string[] {
  const counts = new Map<string, number>();
  for (const { type, data } of tenant.events) {
    const { object } = data;
    const about = type.startsWith('reservation.') ? object['id'] : object['reservationId'];
    const name = `${type} ${String(about)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const expect = (type: string, id: string, times: number): string[] => {
    const count = counts.get(`${type} ${id}`) ?? 0;
    return count === times ? [] : [`${id} has ${count} events ${type}, not ${times}`];
  };
  const bookings = tenant.bookings.flatMap(({ id, state, holdExpiresAt }) => [
    ...(state === 'pending' ? [] : expect('reservation.created', id, 1)),
    ...expect('reservation.cancelled', id, state === 'cancelled' ? 1 : 0),
    ...(isBeyondHold(state) || (state === 'cancelled' && holdExpiresAt === null)
      ? expect('reservation.confirmed', id, 1)
      : expect('reservation.confirmed', id, 0)),
  ]);
  const succeeded = Map.groupBy(
    database.payments.filter(
      (row) => row.tenant_id === tenantId && ['succeeded', 'refunded'].includes(row.state),
    ),
    (row) => row.reservation_id,
  );
  const payments = [...succeeded].flatMap(([id, rows]) => expect('payment.succeeded', id, rows.length));
  const applied = Map.groupBy(
    database.changes.filter((row) => row.tenant_id === tenantId && row.state === 'applied'),
    (row) => row.reservation_id,
  );
  const changed = [...applied].flatMap(([id, rows]) => expect('reservation.changed', id, rows.length));
  const refunds = Map.groupBy(
    database.refunds.filter((row) => row.tenant_id === tenantId && row.provider_refund_id !== null),
    (row) => row.reservation_id,
  );
  const refunded = [...refunds].flatMap(([id, rows]) => expect('refund.created', id, rows.length));
  return [...bookings, ...payments, ...changed, ...refunded];
}

function isBeyondHold(state: string): boolean {
  return ['confirmed', 'checked_in', 'checked_out', 'no_show'].includes(state);
}

function delivered({ history }: Evidence, tenantId: string, tenant: TenantState): string[] {
  const { endpoints = [] } = history.tenants.find(({ id }) => id === tenantId) ?? {};
  const received = history.webhooks.filter((webhook) => webhook.tenant === tenantId);
  const bodies = new Map(tenant.events.map((event) => [event.id, JSON.stringify(event)]));
  const accepted = new Set(
    received
      .filter(({ answered }) => answered < 300)
      .map(({ endpoint, eventId }) => `${endpoint} ${eventId}`),
  );
  return [
    ...endpoints.flatMap(({ id, name }) => {
      const made = tenant.deliveries[id] ?? [];
      const byEvent = Map.groupBy(made, ({ eventId }) => eventId);
      return [
        ...tenant.events
          .filter((event) => byEvent.get(event.id)?.length !== 1)
          .map((event) => `${event.id} has ${byEvent.get(event.id)?.length ?? 0} deliveries to ${name}`),
        ...made
          .filter(({ status, eventId }) => status === 'succeeded' && !accepted.has(`${name} ${eventId}`))
          .map(({ eventId }) => `the delivery of ${eventId} to ${name} succeeded, but nothing was received`),
      ];
    }),
    ...received
      .filter(({ eventId, body }) => bodies.get(eventId) !== JSON.stringify(body))
      .map(({ eventId, endpoint }) => `${endpoint} received ${eventId}, which differs from the log`),
    ...received.filter(({ signed }) => !signed).map(({ eventId }) => `the signature of ${eventId} is wrong`),
  ];
}
