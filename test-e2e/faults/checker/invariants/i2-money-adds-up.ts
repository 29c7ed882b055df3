import { changesOf, keyInAddress, offlineKeys, paidAtDesk } from '../evidence.ts';
import type { Evidence, Invariant } from '../evidence.ts';
import type { Operation } from '../../history/entries.ts';
import type { Booking, TenantState } from '../end-state.ts';

/**
 * Of every payment: captured = the price of a confirmed stay + refunded. What came in for a hold that ended goes back in full;
 * what came in for a stay stays, but for the refunds that an operator requested. Of a stay that was cancelled, or whose guest
 * did not come, what its policy keeps stays. Of a stay that was changed, no more is kept than its new price and what its terms
 * retained at the changes; what is due for it may still be open. Nothing is owed at the end.
 */
export const moneyAddsUp: Invariant = {
  name: 'I2',
  promise: 'Money is kept for a confirmed stay only, and never for nothing.',
  check: (evidence) =>
    evidence.history.tenants.flatMap(({ id }) => {
      const tenant = evidence.state.tenants[id];
      return tenant === undefined
        ? []
        : [...checkTenant(evidence, tenant), ...compareBooks(evidence, id, tenant)];
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

function checkTenant(evidence: Evidence, tenant: TenantState): string[] {
  const known = new Map(tenant.bookings.map((booking) => [booking.id, booking]));
  const offline = offlineKeys(evidence.history);
  const changes = changesOf(evidence.history);
  const atDesk = paidAtDesk(evidence.history);
  const ids = new Set([...known.keys(), ...tenant.intents.map(({ reservationId }) => reservationId)]);
  return [...ids].flatMap((id) => {
    const money = moneyOf(tenant, id);
    const booking = known.get(id);
    const said = `${id} (${booking?.state ?? 'unknown'}): captured ${money.captured}, refunded ${money.refunded}`;
    if (money.refunded > money.captured) return [`${said}: more went back than came in`];
    if (booking === undefined) return money.captured === money.refunded ? [] : [`${said}: kept for nothing`];
    if (isEndedHold(booking)) return money.captured === money.refunded ? [] : [`${said}: kept for nothing`];
    const changed = changes.get(id);
    if (changed !== undefined) {
      const paid = { ...money, atDesk: atDesk.get(id) ?? 0 };
      return keptTooMuch(booking, paid, changed).map((what) => `${said}: ${what}`);
    }
    const requested = withTerms(
      requestedRefunds(evidence, id, money.captured),
      money,
      keptOf(evidence, booking),
    );
    const settled = settledRefunds(evidence, id);
    const expected = offline.has(keyInAddress(booking.guestEmail)) ? 0 : Number(booking.totalMinorUnits);
    return [
      ...(money.captured === expected ? [] : [`${said}: the stay costs ${expected}`]),
      ...(money.refunded >= requested.least ? [] : [`${said}: an operator refunded ${requested.least}`]),
      ...(money.refunded <= requested.most
        ? []
        : [`${said}: operators requested ${requested.most} at the most`]),
      ...(settled <= requested.settled
        ? []
        : [`${said}: its terms refunded ${settled}, not ${requested.settled}`]),
    ];
  });
}

/** What was paid at the desk is not at the provider. */
function keptTooMuch(
  booking: Booking,
  money: Money & { readonly atDesk: number },
  changes: readonly Operation[],
): string[] {
  const byKey = new Map(changes.map(({ input }) => [input['key'], Number(input['retainedMinorUnits'])]));
  const retained = [...byKey.values()].reduce((sum, each) => sum + each, 0);
  const most = Math.max(0, Number(booking.totalMinorUnits) + retained - money.atDesk);
  return money.captured - money.refunded <= most ? [] : [`more is kept than ${most}`];
}

/** Confirmation clears the end of the hold. */
function isEndedHold({ state, holdExpiresAt }: Booking): boolean {
  return ['expired', 'pending', 'held'].includes(state) || (state === 'cancelled' && holdExpiresAt !== null);
}

/** What the policy of a stay keeps, once it has ended; undefined where no policy decided. */
function keptOf({ history }: Evidence, { resourceId, state, totalMinorUnits }: Booking): number | undefined {
  if (state !== 'cancelled' && state !== 'no_show') return undefined;
  const resource = history.tenants.flatMap(({ resources }) => resources).find(({ id }) => id === resourceId);
  // Totals are whole nights of 100.00, so nothing is rounded.
  return resource?.keepsBps && (Number(totalMinorUnits) * resource.keepsBps) / 10_000;
}

interface Requested {
  readonly least: number;
  readonly most: number;
}

/** The terms return what is here above what they keep. An operator may have refunded before that, or after it. */
function withTerms(
  { least, most }: Requested,
  { captured }: Money,
  kept: number | undefined,
): Requested & { readonly settled: number } {
  if (kept === undefined) return { least, most, settled: 0 };
  const settled = Math.max(0, captured - kept);
  return { least: Math.max(least, settled), most: Math.min(captured, settled + most), settled };
}

/** What went back by the terms of the stay, by the product's own books: never twice for one cause. */
function settledRefunds({ state }: Evidence, id: string): number {
  return state.database.refunds
    .filter(({ reservation_id: of, reason }) => of === id && ['cancellation', 'no_show'].includes(reason))
    .filter((row) => row.state !== 'failed')
    .reduce((sum, row) => sum + Number(row.amount_minor_units), 0);
}

/** What operators requested: surely given, and possibly given (the answer was lost). */
function requestedRefunds({ history }: Evidence, id: string, captured: number): Requested {
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
