import { keyInAddress, offlineKeys } from '../evidence.ts';
import type { Evidence, Invariant } from '../evidence.ts';
import type { Booking, TenantState } from '../end-state.ts';

/**
 * Of every payment: captured = the price of a confirmed stay + refunded. What came in for a hold that ended goes back in full;
 * what came in for a stay stays, but for the refunds that an operator asked for. Nothing is owed at the end.
 */
export const moneyAddsUp: Invariant = {
  name: 'I2',
  promise: 'Money is kept for a confirmed stay only, and never for nothing.',
  check: (evidence) =>
    evidence.history.tenants.flatMap(({ id }) => {
      const tenant = evidence.state.tenants[id];
      return tenant === undefined
        ? []
        : [...judgeTenant(evidence, tenant), ...compareBooks(evidence, id, tenant)];
    }),
};

interface Money {
  readonly captured: number;
  readonly refunded: number;
}

function moneyOf({ intents, refunds }: TenantState, reservationId: string): Money {
  const ours = intents.filter((intent) => intent.reservationId === reservationId);
  const ids = new Set(ours.map(({ id }) => id));
  const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);
  return {
    captured: sum(ours.map(({ amountReceived }) => amountReceived)),
    refunded: sum(
      refunds
        .filter(({ intentId, status }) => ids.has(intentId) && status !== 'failed' && status !== 'canceled')
        .map(({ amount }) => amount),
    ),
  };
}

function judgeTenant(evidence: Evidence, tenant: TenantState): string[] {
  const known = new Map(tenant.bookings.map((booking) => [booking.id, booking]));
  const offline = offlineKeys(evidence.history);
  const ids = new Set([...known.keys(), ...tenant.intents.map(({ reservationId }) => reservationId)]);
  return [...ids].flatMap((id) => {
    const money = moneyOf(tenant, id);
    const booking = known.get(id);
    const said = `${id} (${booking?.state ?? 'unknown'}): captured ${money.captured}, refunded ${money.refunded}`;
    if (money.refunded > money.captured) return [`${said}: more went back than came in`];
    if (booking === undefined) return money.captured === money.refunded ? [] : [`${said}: kept for nothing`];
    if (isEndedHold(booking)) return money.captured === money.refunded ? [] : [`${said}: kept for nothing`];
    const asked = askedRefunds(evidence, id, money.captured);
    const expected = offline.has(keyInAddress(booking.guestEmail)) ? 0 : Number(booking.totalMinorUnits);
    return [
      ...(money.captured === expected ? [] : [`${said}: the stay costs ${expected}`]),
      ...(money.refunded >= asked.least ? [] : [`${said}: an operator refunded ${asked.least}`]),
      ...(money.refunded <= asked.most ? [] : [`${said}: operators asked for ${asked.most} at the most`]),
    ];
  });
}

/** Confirmation clears the end of the hold. */
function isEndedHold({ state, holdExpiresAt }: Booking): boolean {
  return ['expired', 'pending', 'held'].includes(state) || (state === 'cancelled' && holdExpiresAt !== null);
}

/** What operators asked for: surely given, and possibly given (the answer was lost). */
function askedRefunds({ history }: Evidence, id: string, captured: number): { least: number; most: number } {
  let [least, most] = [0, 0];
  for (const { op, input, outcome, output } of history.operations) {
    if (op !== 'refund' || input['id'] !== id || outcome === 'refused') continue;
    if (outcome === 'ok') least += Number(output['amountMinorUnits']);
    most += outcome === 'ok' ? Number(output['amountMinorUnits']) : Number(input['amount'] ?? captured);
  }
  return { least, most: Math.min(most, captured) };
}

/** The product's own ledger says what the provider says. */
function compareBooks({ state }: Evidence, tenantId: string, tenant: TenantState): string[] {
  const payments = state.database.payments.filter((row) => row.tenant_id === tenantId);
  const refunds = state.database.refunds.filter((row) => row.tenant_id === tenantId);
  const paid = new Set(
    payments
      .filter((row) => ['succeeded', 'refunded'].includes(row.state))
      .map((row) => row.provider_intent_id),
  );
  const succeeded = tenant.intents.filter(({ status }) => status === 'succeeded');
  const atProvider = new Set(succeeded.map(({ id }) => id));
  const given = new Set(tenant.refunds.filter(({ status }) => status === 'succeeded').map(({ id }) => id));
  return [
    ...succeeded
      .filter(({ id }) => !paid.has(id))
      .map(({ id }) => `${id} was paid, which the ledger does not know`),
    ...[...paid].filter((id) => !atProvider.has(id ?? '')).map((id) => `${id} is paid in the ledger alone`),
    ...refunds
      .filter((row) => row.state === 'succeeded' && !given.has(row.provider_refund_id ?? ''))
      .map((row) => `the refund ${row.id} succeeded in the ledger alone`),
  ];
}
