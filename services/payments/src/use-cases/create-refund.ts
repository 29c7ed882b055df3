import { ok, refuse } from '@lodging/kernel';
import type { NewId, Result } from '@lodging/kernel';
import type { Refund } from '../domain/refund.ts';
import { requestRefund } from '../domain/request-refund.ts';
import type { AskForIt, RefundRefusal } from '../domain/request-refund.ts';
import type { AskForRefund } from './ask-for-refund.ts';
import type { Accounts, Alarm, Ledgers } from './ports.ts';

export interface CreateRefundPorts {
  readonly ledgers: Ledgers;
  readonly accounts: Accounts;
  readonly askForRefund: AskForRefund;
  readonly alarm: Alarm;
  readonly newId: NewId;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Less than any caller waits: after that the refund is answered as pending, and goes on. */
const TIMEOUT_MS = 7_000;

export function createRefund(ports: CreateRefundPorts) {
  const { ledgers, accounts, askForRefund, newId } = ports;
  return async (
    tenantId: string,
    reservationId: string,
    amountMinorUnits: bigint | null,
  ): Promise<Result<Refund, { code: RefundRefusal | 'provider_refund_failed'; detail: string }>> => {
    const account = await accounts.find(tenantId);
    const { now, lease } = askForRefund.newLease();
    const newRefundId = newId();
    const request = { amountMinorUnits, hasAccount: account !== undefined, newRefundId, lease, now };
    const answer = await ledgers.change(tenantId, reservationId, (ledger) => requestRefund(ledger, request));
    if (answer.kind === 'refused') return { ok: false, refusal: answer.refusal };
    const refund = await inTime(ports, tenantId, reservationId, answer);
    return refund.state === 'failed'
      ? refuse('provider_refund_failed', 'The payment provider refused the refund.')
      : ok(refund);
  };
}

/** The call to the provider goes on when nobody waits for it any more, and stores its own outcome. */
async function inTime(
  { askForRefund, alarm, pause }: CreateRefundPorts,
  tenantId: string,
  reservationId: string,
  { refund, payment }: AskForIt,
): Promise<Refund> {
  const asking = askForRefund.ask(tenantId, reservationId, refund, payment);
  const giveUp = pause(TIMEOUT_MS).then(() => undefined);
  const answered = await Promise.race([asking, giveUp]);
  if (answered !== undefined) return answered;
  asking.catch((error: unknown) =>
    alarm.reconcileFailed({ tenantId, reservationId, paymentId: payment.id }, error),
  );
  return refund;
}
