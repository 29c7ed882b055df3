import { changesOf, observations } from '../evidence.ts';
import type { Evidence, Invariant } from '../evidence.ts';
import { isReachable } from '../state-matrix.ts';

/** One read after the other shows states in the order of the matrix, and the events of a record have growing versions. */
export const legalMoves: Invariant = {
  name: 'I6',
  promise: 'A reservation moves along the matrix of states alone, one version at a time.',
  check: (evidence) => [...observedMoves(evidence), ...versions(evidence), ...changes(evidence)],
};

function observedMoves(evidence: Evidence): string[] {
  const byId = Map.groupBy(observations(evidence.history), ({ id }) => id);
  return [...byId].flatMap(([id, seen]) => {
    const last = evidence.state.database.reservations.find((row) => row.id === id);
    const faults = seen.flatMap((earlier, index) =>
      seen
        .slice(index + 1)
        .filter((later) => later.operation.from > earlier.operation.to)
        .filter((later) => !isReachable(earlier.state, later.state))
        .map((later) => `${id} was ${earlier.state} and then ${later.state}`),
    );
    const ends = seen.filter(({ state }) => last !== undefined && !isReachable(state, last.state));
    return [
      ...new Set([...faults, ...ends.map(({ state }) => `${id} was ${state} and ended as ${last?.state}`)]),
    ];
  });
}

function versions({ state: { database } }: Evidence): string[] {
  const own = database.outbox.filter(({ service }) => service === 'reservations');
  const events = Map.groupBy(own, (row) => `${row.service} ${row.tenant_id} ${row.aggregate_id}`);
  const rows = new Map(database.reservations.map((row) => [row.id, row.version]));
  return [...events].flatMap(([name, published]) => {
    const ordered = published.toSorted((one, other) =>
      BigInt(one.position) < BigInt(other.position) ? -1 : 1,
    );
    const numbers = ordered.map((row) => Number(row.aggregate_version));
    const isAscending = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
    const current = rows.get(ordered[0]?.aggregate_id ?? '');
    return [
      ...(isAscending ? [] : [`the events of ${name} have the versions ${numbers.join(', ')}`]),
      ...(current === undefined || current >= Math.max(...numbers)
        ? []
        : [`${name} has version ${current}, below that of its events`]),
    ];
  });
}

/** Of one version of a stay, one change is applied. */
function changes({ history }: Evidence): string[] {
  return [...changesOf(history)].flatMap(([id, requests]) => {
    const applied = requests.filter(({ output }) => output['changeState'] === 'applied');
    const byVersion = Map.groupBy(applied, ({ input }) => String(input['version']));
    return [...byVersion]
      .filter(([, made]) => new Set(made.map(({ output }) => output['changeId'])).size > 1)
      .map(([version]) => `version ${version} of ${id} was changed twice`);
  });
}
