import { listConnections, syncConnection } from '@lodging/contract-channels';
import { putFxRates } from '@lodging/contract-inventory';
import { surveyWebhookEndpoints } from '@lodging/contract-notifications';
import { readPaymentAccount, removePaymentAccount, setPaymentAccount } from '@lodging/contract-payments';
import type { Bus, Call } from '@lodging/kit-messaging';
import type { Neighbours, PlatformCall } from '../use-cases/ports.ts';

const TIMEOUT_MS = 5_000;

export function neighboursOver(bus: Pick<Bus, 'ask'>, epochMs: () => number): Neighbours {
  const callOf = (call: PlatformCall): Call => ({
    ...call,
    deadline: epochMs() + TIMEOUT_MS,
    caller: { kind: 'platform', permissions: [] },
  });
  const options = { timeoutMs: TIMEOUT_MS };
  return {
    setPaymentAccount: (call, account) => bus.ask(setPaymentAccount, account, callOf(call), options),
    readPaymentAccount: (call) => bus.ask(readPaymentAccount, {}, callOf(call), options),
    removePaymentAccount: (call) => bus.ask(removePaymentAccount, {}, callOf(call), options),
    listConnections: (call, page) => bus.ask(listConnections, page, callOf(call), options),
    syncConnection: (call, connectionId) => bus.ask(syncConnection, { connectionId }, callOf(call), options),
    surveyWebhookEndpoints: (call) => bus.ask(surveyWebhookEndpoints, {}, callOf(call), options),
    putFxRates: (call, rates) => bus.ask(putFxRates, rates, callOf(call), options),
  };
}
