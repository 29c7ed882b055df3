import { CREATES, keyInAddress } from '../evidence.ts';
import type { Evidence, Invariant } from '../evidence.ts';

/** All answers to one Idempotency-Key name one record, and there is one; nothing exists that no client requested. */
export const onePerKey: Invariant = {
  name: 'I5',
  promise: 'One Idempotency-Key makes one reservation, and one payment.',
  check: (evidence) => [...answers(evidence), ...records(evidence)],
};

function answers({ history }: Evidence): string[] {
  const named = new Map<string, Set<string>>();
  for (const { tenant, op, input, output, outcome } of history.operations) {
    if (outcome !== 'ok' || input['key'] === undefined) continue;
    const space = CREATES.has(op) ? 'stay' : op;
    const name = `${tenant} ${space} ${JSON.stringify(input['key'])}`;
    const record = JSON.stringify(output['changeId'] ?? output['id'] ?? output['providerPaymentIntentId']);
    named.set(name, (named.get(name) ?? new Set()).add(record));
  }
  return [...named]
    .filter(([, ids]) => ids.size > 1)
    .map(([name, ids]) => `${name} was answered with ${[...ids].join(' and ')}`);
}

function records({ history, state }: Evidence): string[] {
  const requested = new Set(
    history.operations
      .filter(({ op }) => CREATES.has(op))
      .map(({ tenant, input }) => `${tenant} ${String(input['key'])}`),
  );
  const rows = Map.groupBy(
    state.database.reservations.filter((row) => row.idempotency_key !== null),
    (row) => `${row.tenant_id} ${row.idempotency_key}`,
  );
  // A booking whose payment could not be set up gives its key back: those rows have none.
  const withKey = new Set([...rows.values()].flat().map(({ id }) => id));
  const booked = Object.entries(state.tenants).flatMap(([tenant, { bookings }]) =>
    bookings
      .filter(({ source, id }) => source === 'manual' && withKey.has(id))
      .map(({ guestEmail }) => `${tenant} ${keyInAddress(guestEmail)}`),
  );
  return [
    ...[...rows]
      .filter(([, same]) => same.length > 1)
      .map(([key, same]) => `${key} made ${same.map(({ id }) => id).join(' and ')}`),
    ...[...rows.keys()]
      .filter((key) => !requested.has(key))
      .map((key) => `${key} was requested by no client`),
    ...booked.filter((key, index) => booked.indexOf(key) !== index).map((key) => `${key} made two bookings`),
  ];
}
