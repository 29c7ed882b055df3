import type { Clock } from '@lodging/kernel';
import type { ProviderClient } from '../../ports/provider.ts';
import { accountCalls } from './accounts.ts';
import { intentCalls, paidIntentCalls } from './intents.ts';
import { refundCalls } from './refunds.ts';
import type { StripeClients } from './sdk-clients.ts';
import { sessionCalls } from './sessions.ts';

export function createProviderClient(clients: StripeClients, clock: Clock): ProviderClient {
  return {
    ...accountCalls(clients, clock),
    ...intentCalls(clients, clock),
    ...paidIntentCalls(clients),
    ...sessionCalls(clients, clock),
    ...refundCalls(clients),
  };
}
