import {
  checkAccount,
  createRefund,
  endPayment,
  openCheckoutSession,
  openIntent,
  readPaymentAccount,
  removePaymentAccount,
  returnPayment,
  setPaymentAccount,
  settlePayment,
} from '@lodging/contract-payments';
import { ok } from '@lodging/kernel';
import { okReplayed, on, Unavailable } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import type { UseCases } from '../use-cases/index.ts';
import { ProviderUnavailable } from '../use-cases/ports.ts';
import { wireOpened, wireRefund, wireSettled } from './wire.ts';

export function rpcRoutes(useCases: UseCases): Route[] {
  return [...openingRoutes(useCases), ...endingRoutes(useCases), ...accountRoutes(useCases)];
}

function openingRoutes(useCases: UseCases): Route[] {
  return [
    on(openIntent, async (request, { tenantId, livemode }) => {
      const opened = await withProvider(openIntent.subject, () =>
        useCases.openIntent(tenantId, {
          ...request,
          livemode,
          amountMinorUnits: BigInt(request.amountMinorUnits),
          expiresAt: Temporal.Instant.from(request.expiresAt),
        }),
      );
      if (!opened.ok) return opened;
      const value = wireOpened(opened.value);
      return value.outcome === 'replayed' ? okReplayed(value) : ok(value);
    }),
    on(openCheckoutSession, (request, { tenantId, livemode }) =>
      withProvider(openCheckoutSession.subject, () =>
        useCases.openCheckoutSession(tenantId, {
          ...request,
          livemode,
          amountMinorUnits: BigInt(request.amountMinorUnits),
          expiresAt: Temporal.Instant.from(request.expiresAt),
        }),
      ),
    ),
  ];
}

function endingRoutes(useCases: UseCases): Route[] {
  return [
    on(settlePayment, async ({ reservationId }, { tenantId }) =>
      ok(
        wireSettled(
          await withProvider(settlePayment.subject, () => useCases.settlePayment(tenantId, reservationId)),
        ),
      ),
    ),
    on(endPayment, async ({ reservationId }, { tenantId }) =>
      ok({
        outcome: await withProvider(endPayment.subject, () => useCases.endPayment(tenantId, reservationId)),
      }),
    ),
    on(returnPayment, async ({ reservationId, reason }, { tenantId }) => {
      const refund = await withProvider(returnPayment.subject, () =>
        useCases.returnPayment(tenantId, reservationId, reason),
      );
      return ok({ refund: refund && wireRefund(reservationId, refund) });
    }),
    on(createRefund, async ({ reservationId, amountMinorUnits }, { tenantId }) => {
      const wanted = amountMinorUnits === undefined ? null : BigInt(amountMinorUnits);
      const created = await useCases.createRefund(tenantId, reservationId, wanted);
      return created.ok ? ok(wireRefund(reservationId, created.value)) : created;
    }),
  ];
}

function accountRoutes(useCases: UseCases): Route[] {
  return [
    on(checkAccount, (_request, { tenantId, livemode }) => useCases.checkAccount(tenantId, livemode)),
    on(setPaymentAccount, async (account, { tenantId }) => {
      const set = await useCases.setPaymentAccount(tenantId, account);
      return set.ok ? ok(account) : set;
    }),
    on(readPaymentAccount, (_request, { tenantId }) => useCases.readPaymentAccount(tenantId)),
    on(removePaymentAccount, (_request, { tenantId }) => useCases.removePaymentAccount(tenantId)),
  ];
}

/** A provider that is away is an outage of ours to whoever asks. */
async function withProvider<T>(subject: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new Unavailable(subject, 'fault', error);
    throw error;
  }
}
