import {
  cancelAttempt,
  openChangeIntent,
  openChangeSession,
  returnChangePayment,
  settleChange,
} from '@lodging/contract-payments';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import { refusalOf } from './neighbour-faults.ts';
import type { NeighbourFaults } from './neighbour-faults.ts';

/** The money of changes: what was opened, paid and returned, by the id of the change. */
export interface ChangeMoney {
  readonly opened: Map<string, string>;
  readonly paidChanges: Set<string>;
  readonly cancelled: Set<string>;
  readonly returnedChanges: string[];
  readonly settledChanges: RequestOf<typeof settleChange>[];
}

export function stubChangePayments(
  { net, paid }: { readonly net: Map<string, bigint>; readonly paid: ReadonlySet<string> },
  faults: NeighbourFaults,
): ChangeMoney & { readonly routes: Route[] } {
  const money: ChangeMoney = {
    opened: new Map(),
    paidChanges: new Set(),
    cancelled: new Set(),
    returnedChanges: [],
    settledChanges: [],
  };
  const { opened, paidChanges, cancelled, returnedChanges, settledChanges } = money;
  const routes = [
    on(openChangeIntent, async ({ reservationId, changeId, amountMinorUnits, currency }) => {
      const refused = await refusalOf(faults.openChange);
      if (refused !== undefined) return refuse(refused, 'refused');
      if (cancelled.has(changeId)) return refuse('nothing_due', 'ended');
      opened.set(changeId, amountMinorUnits);
      const provider = { providerPaymentIntentId: `pi_${changeId}`, clientSecret: 'a client secret' };
      return ok({
        reservationId,
        ...provider,
        amountMinorUnits,
        currency,
        state: 'requires_payment' as const,
      });
    }),
    openSession(opened),
    on(cancelAttempt, async ({ reservationId, changeId }) => {
      await faults.cancelAttempt?.();
      const isPaid = changeId === null ? paid.has(reservationId) : paidChanges.has(changeId);
      if (isPaid) return ok({ outcome: 'succeeded' as const });
      if (changeId !== null) cancelled.add(changeId);
      return ok({ outcome: 'ended' as const });
    }),
    settleRoute(net, settledChanges, faults),
    on(returnChangePayment, async ({ changeId }) => {
      if (paidChanges.has(changeId) && !returnedChanges.includes(changeId)) returnedChanges.push(changeId);
      return ok({ refund: null });
    }),
  ];
  return { ...money, routes };
}

function settleRoute(
  net: Map<string, bigint>,
  settledChanges: RequestOf<typeof settleChange>[],
  faults: NeighbourFaults,
) {
  return on(settleChange, async (request) => {
    await faults.settleChange?.();
    settledChanges.push(request);
    const { reservationId, changeId } = request;
    const offline = BigInt(request.offlineMinorUnits);
    const here = (net.get(reservationId) ?? 0n) + offline;
    const keep = BigInt(request.keepMinorUnits);
    const back = here > keep ? here - keep : 0n;
    const isReturned = back > 0n && offline === 0n;
    const refund = { id: changeId, reservationId, amountMinorUnits: String(back), currency: 'EUR' };
    if (isReturned && settledChanges.filter((one) => one.changeId === changeId).length === 1)
      net.set(reservationId, keep);
    return ok({
      netMinorUnits: String(here),
      refundMinorUnits: String(back),
      owedMinorUnits: '0',
      refunds: isReturned ? [{ ...refund, state: 'succeeded' as const, providerRefundId: 're_1' }] : [],
    });
  });
}

/** The page on which the guest pays for the change. */
function openSession(opened: ReadonlyMap<string, string>): Route {
  return on(openChangeSession, async ({ changeId, amountMinorUnits, currency }) => {
    if (!opened.has(changeId)) return refuse('nothing_due', 'ended');
    return ok({
      id: `cs_${changeId}`,
      url: `https://pay.example/${changeId}`,
      amountMinorUnits,
      currency,
      expiresAt: '2027-02-01T10:00:00.000Z',
    });
  });
}
