import { allBookings, CREATES, observations } from '../evidence.ts';
import type { Evidence, Invariant } from '../evidence.ts';
import type { Operation } from '../../history/entries.ts';
import { isReachable } from '../state-matrix.ts';

/** What a client got a success for is there at the end: records, moves, refunds, payments, settings. */
export const nothingLost: Invariant = {
  name: 'I7',
  promise: 'No write that was acknowledged is lost.',
  check: (evidence) => [
    ...created(evidence),
    ...moved(evidence),
    ...atProvider(evidence),
    ...settings(evidence),
  ],
};

function created(evidence: Evidence): string[] {
  const present = new Set(allBookings(evidence).map(({ id }) => id));
  const acknowledged = evidence.history.operations.filter(
    ({ op, outcome }) => CREATES.has(op) && outcome === 'ok',
  );
  const lost = acknowledged.map(({ output }) => String(output['id'])).filter((id) => !present.has(id));
  return [...new Set(lost)].map((id) => `${id} was acknowledged and is gone`);
}

function moved(evidence: Evidence): string[] {
  const last = new Map(allBookings(evidence).map(({ id, state }) => [id, state]));
  return observations(evidence.history)
    .filter(({ operation }) => operation.op !== 'read')
    .filter(({ id, state }) => !isReachable(state, last.get(id) ?? state))
    .map(({ id, state }) => `${id} was acknowledged as ${state} and is ${last.get(id)}`);
}

function atProvider({ history, state }: Evidence): string[] {
  return history.operations.flatMap(({ op, outcome, output, tenant, input }) => {
    if (outcome !== 'ok') return [];
    const known = state.tenants[tenant];
    const id = String(output['refundId']);
    if (op === 'refund' && known?.refunds.some(({ refundId }) => refundId === id) !== true)
      return [`the refund ${id} was acknowledged and is not at the provider`];
    const paid = known?.intents.some(
      ({ reservationId, status }) => reservationId === input['id'] && status === 'succeeded',
    );
    return op === 'pay' && paid !== true ? [`${String(input['id'])} was paid, but no intent succeeded`] : [];
  });
}

/** The value at the end is that of a write which no later acknowledged write followed. */
function settings({ history, state }: Evidence): string[] {
  return ['set-plan', 'set-restriction'].flatMap((op) =>
    history.tenants.flatMap(({ id: tenantId, resources }) =>
      resources.flatMap(({ id }) => {
        const writes = history.operations.filter(
          (operation) =>
            operation.op === op && operation.input['resourceId'] === id && operation.outcome !== 'refused',
        );
        const known = state.tenants[tenantId]?.settings[id];
        const value = op === 'set-plan' ? known?.plan : known?.restriction;
        const isAllowed = writes.some(
          (write) => write.input['value'] === value && !isOverwritten(write, writes),
        );
        if (isAllowed || !writes.some(({ outcome }) => outcome === 'ok')) return [];
        return [`${op} of ${id} is ${value}, which is not one of the last values`];
      }),
    ),
  );
}

function isOverwritten(write: Operation, writes: readonly Operation[]): boolean {
  return writes.some(({ outcome, from }) => outcome === 'ok' && from > write.to);
}
