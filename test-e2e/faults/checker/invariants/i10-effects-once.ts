import type { Evidence, Invariant } from '../evidence.ts';
import type { TenantState } from '../end-state.ts';

/** The provider saw each intended effect once: a charge per intent, an intent per payment, a refund per refund of the ledger. */
export const effectsOnce: Invariant = {
  name: 'I10',
  promise: 'No guest is charged twice and no refund is made twice.',
  check: (evidence) =>
    evidence.history.tenants.flatMap(({ id }) => {
      const tenant = evidence.state.tenants[id];
      return tenant === undefined
        ? []
        : [...charges(evidence, tenant), ...intents(evidence, tenant), ...refunds(evidence, tenant)];
    }),
};

function charges({ state }: Evidence, { intents: all }: TenantState): string[] {
  const changes = new Map(state.database.payments.map((row) => [row.id, row.change_id]));
  const paid = all.filter(({ amountReceived }) => amountReceived > 0);
  // A stay is paid once, and so is each change of it.
  const byStay = Map.groupBy(paid, ({ reservationId, paymentId }) => changes.get(paymentId) ?? reservationId);
  return [
    ...all.filter(({ charges: count }) => count > 1).map(({ id }) => `${id} was charged more than once`),
    ...[...byStay]
      .filter(([, same]) => same.length > 1)
      .map(([stay, same]) => `${stay} was paid by ${same.map(({ id }) => id).join(' and ')}`),
  ];
}

function intents({ state }: Evidence, { intents: all }: TenantState): string[] {
  const known = new Map(state.database.payments.map((row) => [row.id, row.provider_intent_id]));
  const byPayment = Map.groupBy(all, ({ paymentId }) => paymentId);
  return [
    ...[...byPayment]
      .filter(([, same]) => same.length > 1)
      .map(
        ([payment, same]) => `the payment ${payment} has the intents ${same.map(({ id }) => id).join(', ')}`,
      ),
    ...all
      .filter(({ id, paymentId, status }) => status !== 'canceled' && known.get(paymentId) !== id)
      .map(({ id, status }) => `the ledger does not know the intent ${id} (${status})`),
  ];
}

function refunds({ state }: Evidence, { refunds: all }: TenantState): string[] {
  const live = all.filter(({ status }) => status !== 'failed' && status !== 'canceled');
  const byRefund = Map.groupBy(live, ({ refundId }) => refundId);
  const known = new Set(state.database.refunds.map((row) => row.provider_refund_id));
  const own = new Set(
    state.database.refunds.filter(({ reason }) => reason !== 'provider').map((row) => row.provider_refund_id),
  );
  return [
    ...[...byRefund]
      .filter(([, same]) => same.length > 1)
      .map(([id, same]) => `the refund ${id} was made ${same.length} times`),
    ...live.filter(({ id }) => !known.has(id)).map(({ id }) => `the ledger does not know the refund ${id}`),
    ...live
      .filter(({ id }) => known.has(id) && !own.has(id))
      .map(({ id }) => `the refund ${id} is the product's, and it takes it for another's`),
  ];
}
