import type { Evidence, Invariant } from '../evidence.ts';
import type { LoggedEvent } from '../end-state.ts';

/** By `sequence`, the log tells the events of a record in the order of its versions, without a gap. */
export const eventOrder: Invariant = {
  name: 'order',
  promise: 'The public log tells the events of a record in their order.',
  check: ({ state, history }: Evidence) => {
    const versions = new Map(
      state.database.outbox.map((row) => [
        row.id,
        { of: row.aggregate_id, number: Number(row.aggregate_version) },
      ]),
    );
    return history.tenants.flatMap(({ id }) => {
      const series = Map.groupBy(state.tenants[id]?.events ?? [], reservationOf);
      return [...series].flatMap(([stay, events]) => {
        const ordered = events.toSorted((one, other) => one.sequence - other.sequence);
        const hasGap = ordered.some(({ sequence }, index) => sequence !== index + 1);
        const last = new Map<string, number>();
        const isLate = ordered.some((event) => {
          const version = versions.get(event.id);
          if (version === undefined) return false;
          const before = last.get(version.of) ?? 0;
          last.set(version.of, Math.max(before, version.number));
          return version.number < before;
        });
        const told = ordered.map(({ type, sequence }) => `${sequence} ${type}`).join(', ');
        return [
          ...(hasGap ? [`the series of ${stay} has a gap: ${told}`] : []),
          ...(isLate ? [`the series of ${stay} is out of order: ${told}`] : []),
        ];
      });
    });
  },
};

function reservationOf({ type, data: { object } }: LoggedEvent): string {
  return String(type.startsWith('reservation.') ? object['id'] : object['reservationId']);
}
