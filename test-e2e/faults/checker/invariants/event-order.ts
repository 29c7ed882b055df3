import type { Evidence, Invariant } from '../evidence.ts';
import type { LoggedEvent } from '../end-state.ts';

/** By `sequence`, the log lists the events of a record in the order of its versions, without a gap. */
export const eventOrder: Invariant = {
  name: 'order',
  promise: 'The public log lists the events of a record in their order.',
  check: ({ state, history }: Evidence) => {
    const versions = new Map(
      state.database.outbox.map((row) => [row.id, Number(row.aggregate_version)] as const),
    );
    return history.tenants.flatMap(({ id }) => {
      const series = Map.groupBy(state.tenants[id]?.events ?? [], reservationOf);
      return [...series].flatMap(([stay, events]) => {
        const ordered = events.toSorted((one, other) => one.sequence - other.sequence);
        const hasGap = ordered.some(({ sequence }, index) => sequence !== index + 1);
        const last = new Map<string, number>();
        const isLate = ordered.some((event) => {
          const version = versions.get(event.id) ?? 0;
          const record = recordOf(event);
          const before = last.get(record) ?? 0;
          last.set(record, Math.max(before, version));
          return version < before;
        });
        const listed = ordered.map(({ type, sequence }) => `${sequence} ${type}`).join(', ');
        return [
          ...(hasGap ? [`the series of ${stay} has a gap: ${listed}`] : []),
          ...(isLate ? [`the series of ${stay} is out of order: ${listed}`] : []),
        ];
      });
    });
  },
};

function reservationOf({ type, data: { object } }: LoggedEvent): string {
  return String(type.startsWith('reservation.') ? object['id'] : object['reservationId']);
}

/** A reservation, a payment and a refund count their versions by themselves. */
function recordOf({ type, data: { object } }: LoggedEvent): string {
  return `${type.split('.')[0]} ${String(object['id'] ?? object['reservationId'])}`;
}
