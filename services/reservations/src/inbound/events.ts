// The table of events that reservations acts on.
import { paymentSucceeded } from '@lodging/contract-payments';
import { streamOf } from '@lodging/contract-wire';
import { systemCall } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import { startConsumer } from '@lodging/kit-outbox';
import type { Database } from '@lodging/kit-postgres';
import type { Logger } from '@lodging/kit-runtime';
import { applyPayment } from '../use-cases/apply-payment.ts';
import type { ApplyPaymentNeeds } from '../use-cases/apply-payment.ts';

/** Less than the broker waits before it delivers an event again. */
const CALL_MS = 20_000;

export function listen(
  needs: ApplyPaymentNeeds,
  post: { readonly db: Database; readonly bus: Bus; readonly log: Logger; readonly signal: AbortSignal },
): Promise<{ stop(): Promise<void> }> {
  const { name, filter } = streamOf('payments');
  return startConsumer({
    ...post,
    stream: name,
    durable: 'reservations',
    filter,
    schema: { [paymentSucceeded.type]: paymentSucceeded.data },
    handlers: {
      [paymentSucceeded.type]: ({ tenantId, livemode, data }, seen) =>
        applyPayment(needs, systemCall(tenantId, livemode, { timeoutMs: CALL_MS }), data.payment, seen),
    },
  });
}
