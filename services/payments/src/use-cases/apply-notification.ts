import { systemContext } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { applyIntent } from '../domain/apply-intent.ts';
import { applySession } from '../domain/apply-session.ts';
import { findPayment } from '../domain/ledger.ts';
import type {
  IntentSubject,
  Notification,
  NotificationOutcome,
  PaymentSubject,
  RefundedChargeSubject,
  RefundSubject,
  SessionSubject,
} from '../domain/notification.ts';
import { hasIntent, isCreated, isOpen } from '../domain/payment.ts';
import { ProviderUnavailable } from '../ports.ts';
import type { PaymentReference } from '../ports.ts';
import { recordRefund } from './record-provider-answer.ts';
import type { RecordRefundDeps } from './record-provider-answer.ts';
import { refreshPayment, refreshRefunds, refreshUnlessPaid } from './refresh-from-provider.ts';
import type { RefreshPaymentDeps } from './refresh-from-provider.ts';

export interface ApplyNotificationDeps extends RefreshPaymentDeps, RecordRefundDeps {
  /** The provider's API version for which payloads are read. */
  readonly apiVersion: string;
}

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
  const outcome = await applyToNamed({ ...deps, ledgers }, subject, known);
  if (outcome !== undefined) return outcome;
  const { references, intentId } = subject;
  const sessionId = subject.kind === 'session' ? subject.sessionId : null;
  const found = await deps.ledgers.findPayment({ intentId, sessionId }, references);
  if (found === undefined) return outcomeForUnknown(subject);
  const isSamePayment = (references.paymentId ?? found.paymentId) === found.paymentId;
  const isSameTenant = (references.tenantId ?? found.tenantId) === found.tenantId;
  if (!isSamePayment || !isSameTenant) return park('metadata_mismatch');
  try {
    return await applyTo({ ...deps, ledgers }, found, subject, known);
  } catch (error) {
    if (error instanceof ProviderUnavailable) return retryLater('provider_unavailable');
    throw error;
  }
}

/**
 * Applies and settles it in one transaction, where the metadata names a payment that has this intent; anybody with access to
 * the account may write metadata, so it is believed in nothing else. Undefined otherwise.
 */
async function applyToNamed(
  { ledgers, apiVersion }: ApplyNotificationDeps,
  subject: PaymentSubject,
  notification: AccountNotification,
): Promise<NotificationOutcome | undefined> {
  if (subject.kind !== 'intent' || subject.livemode !== notification.livemode) return undefined;
  const { tenantId, reservationId = null, paymentId } = subject.references;
  if (tenantId === null || reservationId === null || paymentId === null) return undefined;
  if (isLaterGeneration(notification, apiVersion)) return undefined;
  const { accountId, createdAt: asOf } = notification;
  return ledgers.changeReported({ tenantId, reservationId, paymentId }, (ledger) => {
    const payment = findPayment(ledger, paymentId);
    if (payment === undefined || !isCreated(payment) || payment.intentId !== subject.intentId)
      return { ledger, result: undefined };
    const decision = applyIntent(ledger, paymentId, { ...subject, accountId, asOf });
    return decision.result.kind === 'applied'
      ? { ...decision, result: { state: 'applied', isSettled: true }, settles: true }
      : { ledger, result: park(decision.result.reason) };
  });
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
  if (isLaterGeneration(notification, deps.apiVersion)) {
    const outcome = await refreshInstead(deps, ctx, reference, notification);
    if (outcome !== undefined) return outcome;
  }
  return subject.kind === 'intent'
    ? applyToIntent(deps, reference, subject, notification)
    : applyToSession(deps, ctx, reference, subject, notification);
}

/** Earlier generations describe payments in the same terms; a later one may change the meaning of a status. */
function isLaterGeneration({ apiVersion }: AccountNotification, ours: string): boolean {
  if (apiVersion === null) return false;
  return generationOf(apiVersion) !== generationOf(ours) && dateOf(apiVersion) > dateOf(ours);
}

/** `2026-10-28.endive` is of the generation `endive`; the oldest versions are a date only. */
function generationOf(apiVersion: string): string {
  return apiVersion.split('.')[1] ?? '';
}

function dateOf(apiVersion: string): string {
  return apiVersion.slice(0, 'YYYY-MM-DD'.length);
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
  { ledgers }: ApplyNotificationDeps,
  { tenantId, reservationId, paymentId }: PaymentReference,
  subject: IntentSubject,
  { accountId, createdAt: asOf }: AccountNotification,
): Promise<NotificationOutcome> {
  const result = await ledgers.change(tenantId, reservationId, (ledger) =>
    applyIntent(ledger, paymentId, { ...subject, accountId, asOf }),
  );
  return result.kind === 'applied' ? applied : park(result.reason);
}

/** Whether a session was paid is the state of its intent, which is read if its own notification has not arrived. */
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
