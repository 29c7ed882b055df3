import type { Evidence, Invariant } from '../evidence.ts';
import type { LoggedEvent, OutboxRow } from '../end-state.ts';

interface Committed {
  readonly event: LoggedEvent;
  readonly row: OutboxRow;
}

/** By `sequence`, the log lists the events of a record in the order of its versions, without a gap. */
export const eventOrder: Invariant = {
  name: 'order',
  promise: 'The public log lists the events of a record in their order.',
  check: ({ state, history }: Evidence) => {
    const rows = new Map(state.database.outbox.map((row) => [row.id, row] as const));
    return history.tenants.flatMap(({ id }) => {
      const series = Map.groupBy(state.tenants[id]?.events ?? [], reservationOf);
      return [...series].flatMap(([stay, events]) => {
        const ordered = events.toSorted((one, other) => one.sequence - other.sequence);
        const hasGap = ordered.some(({ sequence }, index) => sequence !== index + 1);
        const committed = ordered.flatMap((event): Committed[] => {
          const row = rows.get(event.id);
          return row === undefined ? [] : [{ event, row }];
        });
        const isLate =
          fallsBack(committed, aggregateOf, ({ row }) => Number(row.position)) ||
          fallsBack(committed, recordOf, ({ row }) => Number(row.aggregate_version));
        const listed = ordered.map(({ type, sequence }) => `${sequence} ${type}`).join(', ');
        return [
          ...(hasGap ? [`the series of ${stay} has a gap: ${listed}`] : []),
          ...(isLate ? [`the series of ${stay} is out of order: ${listed}`] : []),
        ];
      });
    });
  },
};

/** Of two events of one group, the later one has the smaller number. */
function fallsBack(
  events: readonly Committed[],
  groupOf: (event: Committed) => string,
  numberOf: (event: Committed) => number,
): boolean {
  const last = new Map<string, number>();
  return events.some((event) => {
    const group = groupOf(event);
    const number = numberOf(event);
    const before = last.get(group) ?? 0;
    last.set(group, Math.max(before, number));
    return number < before;
  });
}

function reservationOf({ type, data: { object } }: LoggedEvent): string {
  return String(type.startsWith('reservation.') ? object['id'] : object['reservationId']);
}

/** Of one publisher: its events are committed, and published, one after the other. */
function aggregateOf({ row: { service, aggregate_id: id } }: Committed): string {
  return `${service} ${id}`;
}

/**
 * A reservation, a payment and a refund count their versions by themselves. A payment is known by its intent: a stay that was
 * changed has several payments, and the first one may have had more attempts than those after it.
 */
function recordOf({ event: { type, data }, row: { aggregate_id: aggregateId } }: Committed): string {
  const { id, providerPaymentIntentId } = data.object;
  const own = [id, providerPaymentIntentId, aggregateId].find((one) => typeof one === 'string');
  return `${type.split('.')[0]} ${own}`;
}
