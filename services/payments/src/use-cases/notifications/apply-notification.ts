import { systemContext } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { applyIntent } from '../../domain/attempts/apply-intent.ts';
import { applySession } from '../../domain/attempts/apply-session.ts';
import { paymentToEnd } from '../../domain/attempts/declined-cards.ts';
import { findPayment } from '../../domain/ledger/ledger.ts';
import { isLaterGeneration } from '../../domain/notifications/api-generation.ts';
import type {
  IntentSubject,
  Notification,
  NotificationOutcome,
  PaymentSubject,
  RefundedChargeSubject,
  RefundSubject,
  SessionSubject,
} from '../../domain/notifications/notification.ts';
import { hasIntent, isCreated, isOpen } from '../../domain/ledger/payment.ts';
import type { LivePayment } from '../../domain/ledger/payment.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import { ProviderUnavailable } from '../../ports/provider.ts';
import type { PaymentReference } from '../../ports/ledger.ts';
import { cancelLive } from '../attempts/end-attempts.ts';
import { recordRefund } from '../provider/record-provider-answer.ts';
import { refreshPayment, refreshRefunds, refreshUnlessPaid } from '../provider/refresh-from-provider.ts';

export type ApplyNotificationDeps = Pick<
  PaymentsDeps,
  'apiVersion' | 'clock' | 'provider' | 'ledgers' | 'vault' | 'newId'
>;

const TIMEOUT = { timeoutMs: 30_000 };

const applied: NotificationOutcome = { state: 'applied' };
const park = (reason: string): NotificationOutcome => ({ state: 'parked', reason });
const retryLater = (reason: string): NotificationOutcome => ({ state: 'later', reason });
const ignore = (reason: string): NotificationOutcome => ({ state: 'ignored', reason });

/** Applies a verified notification to its payment, if account, mode, amount, currency and references are those of the row. */
export async function applyNotification(
  deps: ApplyNotificationDeps,
  notification: Notification,
): Promise<NotificationOutcome> {
  const { subject, accountId, livemode } = notification;
  if (subject.kind === 'unneeded') return ignore('unneeded');
  if (subject.kind === 'unreadable') return park(subject.reason);
  if (accountId === null) return park('account_missing');
  if (livemode === null) return park('livemode_missing');
  const ledgers = deps.ledgers.reportedBy(notification);
  const known = { ...notification, accountId, livemode };
  try {
    return await applyToFound({ ...deps, ledgers }, subject, known);
  } catch (error) {
    if (error instanceof ProviderUnavailable) return retryLater('provider_unavailable');
    throw error;
  }
}

async function applyToFound(
  deps: ApplyNotificationDeps,
  subject: PaymentSubject,
  notification: AccountNotification,
): Promise<NotificationOutcome> {
  const { references, intentId } = subject;
  const sessionId = subject.kind === 'session' ? subject.sessionId : null;
  const found = await deps.ledgers.findPayment({ intentId, sessionId }, references);
  if (found === undefined) return outcomeForUnknown(subject);
  const isSamePayment = (references.paymentId ?? found.paymentId) === found.paymentId;
  const isSameTenant = (references.tenantId ?? found.tenantId) === found.tenantId;
  if (!isSamePayment || !isSameTenant) return park('metadata_mismatch');
  return applyTo(deps, found, subject, notification);
}

/** An object with our reference belongs to a row that may not be committed yet; any other object is not ours. */
function outcomeForUnknown({ references }: PaymentSubject): NotificationOutcome {
  return references.paymentId === null ? ignore('not_ours') : retryLater('unknown_payment');
}

interface AccountNotification extends Notification {
  readonly accountId: string;
  readonly livemode: boolean;
}

async function applyTo(
  deps: ApplyNotificationDeps,
  reference: PaymentReference,
  subject: PaymentSubject,
  notification: AccountNotification,
): Promise<NotificationOutcome> {
  const ctx = systemContext(reference.tenantId, notification.livemode, TIMEOUT);
  if (subject.kind === 'refund' || subject.kind === 'refunded-charge')
    return applyToRefund(deps, ctx, reference, subject, notification);
  if (subject.livemode !== notification.livemode) return park('livemode_mismatch');
  if (isLaterGeneration(notification.apiVersion, deps.apiVersion)) {
    const outcome = await refreshInstead(deps, ctx, reference, notification);
    if (outcome !== undefined) return outcome;
  }
  return subject.kind === 'intent'
    ? applyToIntent(deps, reference, subject, notification)
    : applyToSession(deps, ctx, reference, subject, notification);
}

/** Reads the payment in our own API version. Undefined where its row is not complete, so that the payload is applied. */
async function refreshInstead(
  deps: ApplyNotificationDeps,
  ctx: RequestContext,
  { tenantId, reservationId, paymentId }: PaymentReference,
  { accountId, livemode }: AccountNotification,
): Promise<NotificationOutcome | undefined> {
  const payment = findPayment(await deps.ledgers.read(tenantId, reservationId), paymentId);
  if (payment === undefined || !isCreated(payment)) return undefined;
  if (payment.accountId !== accountId) return park('account_mismatch');
  if (payment.livemode !== livemode) return park('livemode_mismatch');
  await refreshPayment(deps, ctx, { reservationId, payment });
  return applied;
}

async function applyToIntent(
  deps: ApplyNotificationDeps,
  { tenantId, reservationId, paymentId }: PaymentReference,
  subject: IntentSubject,
  { accountId, livemode, createdAt: asOf }: AccountNotification,
): Promise<NotificationOutcome> {
  const reported = await deps.ledgers.change<Reported>(tenantId, reservationId, (ledger) => {
    const decision = applyIntent(ledger, paymentId, { ...subject, accountId, asOf });
    const { result } = decision;
    if (result.kind !== 'applied') return { ledger, result: { outcome: park(result.reason) } };
    return { ...decision, result: { outcome: applied, toEnd: paymentToEnd(decision.ledger) } };
  });
  return endIfDeclined(deps, { tenantId, reservationId, livemode }, reported);
}

interface Reported {
  readonly outcome: NotificationOutcome;
  /** A payment with too many declined cards. */
  readonly toEnd?: LivePayment | undefined;
}

async function endIfDeclined(
  deps: ApplyNotificationDeps,
  { tenantId, reservationId, livemode }: Omit<PaymentReference, 'paymentId'> & { readonly livemode: boolean },
  { outcome, toEnd }: Reported,
): Promise<NotificationOutcome> {
  if (toEnd !== undefined)
    await cancelLive(deps, systemContext(tenantId, livemode, TIMEOUT), reservationId, toEnd);
  return outcome;
}

/** The state of the intent decides if a session was paid; it is read if its own notification has not arrived. */
async function applyToSession(
  deps: ApplyNotificationDeps,
  ctx: RequestContext,
  { tenantId, reservationId, paymentId }: PaymentReference,
  subject: SessionSubject,
  { accountId, createdAt: asOf }: AccountNotification,
): Promise<NotificationOutcome> {
  const amountMinorUnits = subject.amountMinorUnits ?? 0n;
  const currency = subject.currency ?? '';
  const result = await deps.ledgers.change(tenantId, reservationId, (ledger) =>
    applySession(ledger, paymentId, { ...subject, amountMinorUnits, currency, accountId, asOf }),
  );
  if (result.kind === 'rejected') return park(result.reason);
  const { payment } = result;
  if (subject.status === 'complete' && isOpen(payment))
    await refreshPayment(deps, ctx, { reservationId, payment });
  return applied;
}

async function applyToRefund(
  deps: ApplyNotificationDeps,
  ctx: RequestContext,
  { tenantId, reservationId, paymentId }: PaymentReference,
  subject: RefundSubject | RefundedChargeSubject,
  { accountId, livemode }: AccountNotification,
): Promise<NotificationOutcome> {
  const known = findPayment(await deps.ledgers.read(tenantId, reservationId), paymentId);
  if (known === undefined || !isCreated(known)) return retryLater('unknown_payment');
  if (hasIntent(known) && known.intentId !== subject.intentId) return park('intent_mismatch');
  if (known.accountId !== accountId) return park('account_mismatch');
  if (known.livemode !== livemode) return park('livemode_mismatch');
  const payment = await refreshUnlessPaid(deps, ctx, { reservationId, payment: known });
  if (payment === undefined) return retryLater('not_paid');
  if (payment.intentId !== subject.intentId) return park('intent_mismatch');
  if (subject.kind === 'refunded-charge') {
    const refunded = await refreshRefunds(deps, ctx, { reservationId, payment });
    return refunded >= subject.refundedMinorUnits ? applied : park('not_confirmed_by_provider');
  }
  const snapshot = { ...subject, refundId: subject.references.refundId };
  const result = await recordRefund(deps, ctx, { reservationId, paymentId, snapshot });
  return result.kind === 'applied' ? applied : park(result.reason);
}
