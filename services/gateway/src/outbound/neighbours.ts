import type { RequestContext } from '@lodging/kit-runtime';
import { listConnections, syncConnection } from '@lodging/contract-channels';
import { putFxRates } from '@lodging/contract-inventory';
import { surveyWebhookEndpoints } from '@lodging/contract-notifications';
import { readPaymentAccount, removePaymentAccount, setPaymentAccount } from '@lodging/contract-payments';
import type { Bus } from '@lodging/kit-messaging';
import type { Neighbours, PlatformCall } from '../use-cases/ports.ts';

const TIMEOUT_MS = 5_000;

export function neighboursOver(bus: Pick<Bus, 'ask'>, epochMs: () => number): Neighbours {
  const callOf = (ctx: PlatformCall): RequestContext => ({
    ...ctx,
    deadline: epochMs() + TIMEOUT_MS,
    caller: { kind: 'platform', permissions: [] },
  });
  const options = { timeoutMs: TIMEOUT_MS };
  return {
    setPaymentAccount: (ctx, account) => bus.ask(setPaymentAccount, account, callOf(ctx), options),
    readPaymentAccount: (ctx) => bus.ask(readPaymentAccount, {}, callOf(ctx), options),
    removePaymentAccount: (ctx) => bus.ask(removePaymentAccount, {}, callOf(ctx), options),
    listConnections: (ctx, page) => bus.ask(listConnections, page, callOf(ctx), options),
    syncConnection: (ctx, connectionId) => bus.ask(syncConnection, { connectionId }, callOf(ctx), options),
    surveyWebhookEndpoints: (ctx) => bus.ask(surveyWebhookEndpoints, {}, callOf(ctx), options),
    putFxRates: (ctx, rates) => bus.ask(putFxRates, rates, callOf(ctx), options),
  };
}
