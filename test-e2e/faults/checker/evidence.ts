import type { Operation } from '../history/entries.ts';
import type { History } from '../history/history.ts';
import type { Booking, EndState } from './end-state.ts';

/** What the checker examines: what the clients saw, and what there is at the end. */
export interface Evidence {
  readonly history: History;
  readonly state: EndState;
}

export interface Invariant {
  readonly name: string;
  /** What is promised, in one sentence. */
  readonly promise: string;
  /** One line for each violation. */
  check(evidence: Evidence): string[];
}

export interface Violation {
  readonly invariant: string;
  readonly what: string;
}

export interface Observation {
  readonly id: string;
  readonly state: string;
  readonly operation: Operation;
}

/** Answers that show a reservation, in the order in which they arrived. */
export function observations({ operations }: History): Observation[] {
  return operations
    .filter(({ outcome, output }) => outcome === 'ok' && typeof output['state'] === 'string')
    .filter(({ output }) => typeof output['id'] === 'string')
    .map((operation) => ({
      id: String(operation.output['id']),
      state: String(operation.output['state']),
      operation,
    }))
    .toSorted((one, other) => one.operation.to - other.operation.to);
}

export function allBookings({ state, history }: Evidence): (Booking & { readonly tenant: string })[] {
  return history.tenants.flatMap(({ id }) =>
    (state.tenants[id]?.bookings ?? []).map((booking) => ({ ...booking, tenant: id })),
  );
}

/** Nights from the local date of the arrival up to that of the departure; all resources are in UTC. */
export function nightsOf({ startsAt, endsAt }: { startsAt: string; endsAt: string }): string[] {
  const last = Temporal.PlainDate.from(endsAt.slice(0, 10));
  const nights: string[] = [];
  let night = Temporal.PlainDate.from(startsAt.slice(0, 10));
  while (Temporal.PlainDate.compare(night, last) < 0) {
    nights.push(night.toString());
    night = night.add({ days: 1 });
  }
  return nights;
}

export const CREATES: ReadonlySet<string> = new Set(['hold', 'book']);
export const ENDS: ReadonlySet<string> = new Set(['cancel', 'move']);

/** Requests to change a stay that were not refused, by booking: all of them may have been applied. */
export function changesOf({ operations }: History): ReadonlyMap<string, readonly Operation[]> {
  const made = operations.filter(({ op, outcome }) => op === 'change' && outcome !== 'refused');
  return Map.groupBy(made, ({ input }) => String(input['id']));
}

/** What was paid at the desk when a booking was made, by booking; without those whose first answer was lost. */
export function paidAtDesk({ operations }: History): ReadonlyMap<string, number> {
  return new Map(
    operations
      .filter(({ op, input, outcome }) => op === 'book' && outcome === 'ok' && input['paidOffline'] === true)
      .filter(({ output }) => output['replayed'] !== true)
      .map(({ output }) => [String(output['id']), Number(output['totalMinorUnits'])]),
  );
}

/** Bookings that were paid at the desk. */
export function paidOffline({ operations }: History): Set<string> {
  return new Set(
    operations.flatMap(({ op, input, output, outcome }) =>
      op === 'book' && outcome === 'ok' && input['paidOffline'] === true ? [String(output['id'])] : [],
    ),
  );
}

/**
 * Bookings that were paid, or are to be paid, at the desk: by the key in the guest's address, for those whose answer was lost.
 */
export function offlineKeys({ operations }: History): Set<string> {
  return new Set(
    operations.flatMap(({ op, input }) =>
      op === 'book' && (input['paidOffline'] === true || input['payAtProperty'] === true)
        ? [String(input['key'])]
        : [],
    ),
  );
}

export function keyInAddress(guestEmail: string | null): string {
  return guestEmail?.split('@')[0] ?? '';
}
