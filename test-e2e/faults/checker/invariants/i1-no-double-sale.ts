import { changesOf, CREATES, nightsOf, observations } from '../evidence.ts';
import type { Evidence, Invariant } from '../evidence.ts';
import type { Operation } from '../../history/entries.ts';
import { HOLD_MS } from '../limits.ts';

/** A moment of one axis: time of the calendar, or time of the run. */
interface Occupancy {
  readonly who: string;
  readonly from: number;
  readonly to: number;
  readonly units: number;
}

/**
 * At no moment are more units of a resource sold than it has: neither by the claims at the end, nor by what clients were
 * answered at any time in between, nor by blocks of the tenant, which never share a unit with a stay, nor by a sale over a night that an imported calendar was seen to block.
 */
export const noDoubleSale: Invariant = {
  name: 'I1',
  promise: 'No unit is sold twice, and none that another channel has sold.',
  check: (evidence) => [
    ...overlapsAtTheEnd(evidence),
    ...overlapsInBetween(evidence),
    ...soldBlocked(evidence),
  ],
};

function overlapsAtTheEnd({ history, state }: Evidence): string[] {
  return history.tenants.flatMap(({ resources }) =>
    resources.flatMap(({ id, units }) => {
      const claims = state.database.claims.filter(
        (claim) =>
          claim.resource_id === id &&
          (claim.kind === 'reservation' || claim.block_id !== null) &&
          claim.left_at === null,
      );
      const occupied = claims.map((claim) => ({
        who: claim.block_id ?? claim.claim_id,
        from: Date.parse(claim.starts_at),
        to: Date.parse(claim.ends_at),
        units: claim.units,
      }));
      return tooMany(occupied, units).map(
        (who) => `the claims ${who.join(', ')} take more than the ${units} units of ${id}`,
      );
    }),
  );
}

/**
 * A stay certainly occupies its units from its answer to the first request that may end or change it, and a hold not longer
 * than it lasts.
 */
function overlapsInBetween({ history }: Evidence): string[] {
  const stays = certainOccupancy(history);
  return history.tenants.flatMap(({ resources }) =>
    resources.flatMap(({ id, units }) => {
      const nights = new Map<string, Occupancy[]>();
      for (const stay of stays) {
        if (stay.resourceId !== id) continue;
        for (const night of stay.nights) nights.set(night, [...(nights.get(night) ?? []), stay]);
      }
      return [...nights].flatMap(([night, occupied]) =>
        tooMany(occupied, units).map(
          (who) =>
            `${who.join(', ')} had the night ${night} of ${id} at the same time, which has ${units} units`,
        ),
      );
    }),
  );
}

type CertainOccupancy = Occupancy & { readonly resourceId: string; readonly nights: readonly string[] };

function certainOccupancy(history: Evidence['history']): CertainOccupancy[] {
  const firstTry = new Map<string, number>();
  const endRequested = new Map<string, number>();
  for (const { op, input, from, outcome } of history.operations) {
    const key = String(input['key']);
    if (CREATES.has(op)) firstTry.set(key, Math.min(firstTry.get(key) ?? Infinity, from));
    const ends = op === 'cancel' || (op === 'move' && input['to'] !== 'checked_in');
    const id = String(input['id']);
    if (ends && outcome !== 'refused') endRequested.set(id, Math.min(endRequested.get(id) ?? Infinity, from));
  }
  const changes = changesOf(history);
  return observations(history).flatMap(({ id, state, operation }) => {
    const { output, to, op, input } = operation;
    const from = to;
    const ended = Math.min(endRequested.get(id) ?? Infinity, firstChange(changes.get(id) ?? [], operation));
    const holdEnds = CREATES.has(op) ? (firstTry.get(String(input['key'])) ?? 0) + HOLD_MS : from;
    const until = state === 'confirmed' || state === 'checked_in' ? ended : Math.min(ended, holdEnds);
    if (!['held', 'confirmed', 'checked_in'].includes(state) || until <= from) return [];
    const resourceId = String(output['resourceId']);
    const nights = nightsOf({ startsAt: String(output['startsAt']), endsAt: String(output['endsAt']) });
    return [{ who: id, from, to: until, units: Number(output['quantity']), resourceId, nights }];
  });
}

/**
 * When the stay of an answer may first have become another one: the first change whose answer the request of this one did
 * not wait for. One without an answer, or one that awaits its payment, may be applied at any time after it.
 */
function firstChange(changes: readonly Operation[], shown: Operation): number {
  const done = new Set(
    changes
      .filter(({ output, to }) => output['changeState'] === 'applied' && to < shown.from)
      .map(({ input }) => input['key']),
  );
  // The answer of a change that awaits its payment shows the stay before it.
  const isShown = (id: number): boolean => id === shown.id && shown.output['changeState'] === 'applied';
  const later = changes.filter(({ id, input }) => !isShown(id) && !done.has(input['key']));
  return Math.min(Infinity, ...later.map(({ from }) => from));
}

/** The sets of takers that together take more than there is. A taker counts once at any moment. */
function tooMany(occupied: readonly Occupancy[], units: number): string[][] {
  const found = new Map<string, string[]>();
  for (const { from: moment } of occupied) {
    const present = new Map(
      occupied.filter(({ from, to }) => from <= moment && moment < to).map((one) => [one.who, one.units]),
    );
    const sum = [...present.values()].reduce((total, each) => total + each, 0);
    const who = [...present.keys()].toSorted();
    if (sum > units) found.set(who.join(), who);
  }
  return [...found.values()];
}

/** A night that was read as blocked, sold before the event over it was taken out of the calendar. Single units only. */
function soldBlocked({ history }: Evidence): string[] {
  const single = new Set(
    history.tenants.flatMap(({ resources }) =>
      resources.filter(({ units }) => units === 1).map(({ id }) => id),
    ),
  );
  const added = history.notes.filter(({ note }) => note === 'feed-added');
  const removedAt = new Map(
    history.notes
      .filter(({ note }) => note === 'feed-removed')
      .map(({ at, fields }) => [String(fields['uid']), at] as const),
  );
  const firstTry = new Map<string, number>();
  for (const { op, input, from } of history.operations)
    if (CREATES.has(op))
      firstTry.set(String(input['key']), Math.min(firstTry.get(String(input['key'])) ?? Infinity, from));
  const sales = history.operations.filter(
    ({ op, outcome, output }) => CREATES.has(op) && outcome === 'ok' && output['replayed'] !== true,
  );
  return history.operations.flatMap((read) => {
    const resourceId = String(read.input['resourceId']);
    if (read.op !== 'calendar' || read.outcome !== 'ok' || !single.has(resourceId)) return [];
    const days = read.output['days'] as { date: string; reasons: string[] }[];
    return days
      .filter(({ reasons }) => reasons.includes('external_block'))
      .flatMap(({ date }) => {
        const covering = added.filter(
          ({ at, fields }) =>
            fields['resourceId'] === resourceId &&
            at < read.to &&
            String(fields['from']) <= date &&
            date < String(fields['to']),
        );
        // Blocked by the tenant, which may end the block at any time.
        if (covering.length === 0) return [];
        const until = Math.min(
          ...covering.map(({ fields }) => removedAt.get(String(fields['uid'])) ?? Infinity),
        );
        return sales
          .filter(
            ({ input, output, to }) =>
              output['resourceId'] === resourceId &&
              (firstTry.get(String(input['key'])) ?? 0) > read.to &&
              to < until &&
              nightsOf({ startsAt: String(output['startsAt']), endsAt: String(output['endsAt']) }).includes(
                date,
              ),
          )
          .map(
            ({ output }) =>
              `${String(output['id'])} was sold over the blocked night ${date} of ${resourceId}`,
          );
      });
  });
}
