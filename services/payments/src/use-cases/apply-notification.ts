import { paymentOf } from '../domain/ledger.ts';
import type { Notification, Subject, Verdict } from '../domain/notification.ts';
import { observeIntent } from '../domain/observe-intent.ts';
import { observeSession } from '../domain/observe-session.ts';
import { hasIntent, isOpen, isPlaced } from '../domain/payment.ts';
import type { Paid } from '../domain/payment.ts';
import { ProviderUnavailable } from './ports.ts';
import type { PaymentPlace, Worklist } from './ports.ts';
import { paidFor, takeInRefund } from './take-in-refund.ts';
import type { TakeInPorts } from './take-in-refund.ts';

export interface ApplyNotificationPorts extends TakeInPorts {
  readonly worklist: Worklist;
  /** The provider's API version that our reading of a payload is written for. */
  readonly apiVersion: string;
}

type Spoken = Exclude<Subject, { kind: 'unneeded' | 'unreadable' }>;

const applied: Verdict = { state: 'applied' };
const park = (reason: string): Verdict => ({ state: 'parked', reason });
const later = (reason: string): Verdict => ({ state: 'later', reason });
const ignore = (reason: string): Verdict => ({ state: 'ignored', reason });

export type ApplyNotification = ReturnType<typeof applyNotification>;

export function applyNotification(ports: ApplyNotificationPorts) {
  return async (notification: Notification): Promise<Verdict> => {
    const { subject, accountId, livemode } = notification;
    if (subject.kind === 'unneeded') return ignore('unneeded');
    if (subject.kind === 'unreadable') return park(subject.reason);
    if (accountId === null) return park('account_missing');
    if (livemode === null) return park('livemode_missing');
    const place = await ports.worklist.findPayment(idsOf(subject), subject.references);
    if (place === undefined) return unknown(subject);
    const { paymentId, tenantId } = subject.references;
    if ((paymentId ?? place.paymentId) !== place.paymentId || (tenantId ?? place.tenantId) !== place.tenantId)
      return park('metadata_mismatch');
    try {
      return await apply(ports, place, subject, { ...notification, accountId, livemode });
    } catch (error) {
      if (error instanceof ProviderUnavailable) return later('provider_unavailable');
      throw error;
    }
  };
}

function idsOf(subject: Spoken) {
  return { intentId: subject.intentId, sessionId: subject.kind === 'session' ? subject.sessionId : null };
}

/** What carries our reference belongs to a row that may not be committed yet; anything else is the tenant's own trade. */
function unknown(subject: Spoken): Verdict {
  return subject.references.paymentId === null ? ignore('not_ours') : later('unknown_payment');
}

interface Signed extends Notification {
  readonly accountId: string;
  readonly livemode: boolean;
}

async function apply(
  ports: ApplyNotificationPorts,
  place: PaymentPlace,
  subject: Spoken,
  notification: Signed,
): Promise<Verdict> {
  if (subject.kind === 'intent') return applyIntent(ports, place, subject, notification);
  if (subject.kind === 'session') return applySession(ports, place, subject, notification);
  const { tenantId, reservationId, paymentId } = place;
  const known = paymentOf(await ports.ledgers.read(tenantId, reservationId), paymentId);
  if (known === undefined || !isPlaced(known)) return later('unknown_payment');
  if (hasIntent(known) && known.intentId !== subject.intentId) return park('intent_mismatch');
  if (known.accountId !== notification.accountId) return park('account_mismatch');
  if (known.livemode !== notification.livemode) return park('livemode_mismatch');
  const payment = await paidFor(ports, place, known);
  if (payment === undefined) return later('not_paid');
  if (payment.intentId !== subject.intentId) return park('intent_mismatch');
  return applyRefund(ports, place, payment, subject);
}

async function applyIntent(
  ports: ApplyNotificationPorts,
  place: PaymentPlace,
  subject: Extract<Spoken, { kind: 'intent' }>,
  notification: Signed,
): Promise<Verdict> {
  const verdict = await beforeItIsRead(ports, place, subject, notification);
  if (verdict !== undefined) return verdict;
  const { tenantId, reservationId, paymentId } = place;
  const { amountMinorUnits, receivedMinorUnits, references: _references, kind: _kind, ...said } = subject;
  const answer = await ports.ledgers.change(tenantId, reservationId, (ledger) =>
    observeIntent(ledger, paymentId, {
      ...said,
      accountId: notification.accountId,
      amountMinorUnits: BigInt(amountMinorUnits),
      receivedMinorUnits: receivedMinorUnits === null ? null : BigInt(receivedMinorUnits),
      asOf: Temporal.Instant.from(notification.createdAt),
    }),
  );
  return answer.kind === 'applied' ? applied : park(answer.reason);
}

/** What older generations say of an intent is known to mean the same; a later one may change the meaning of a word. */
function isForeign({ apiVersion }: Notification, ours: string): boolean {
  if (apiVersion === null) return false;
  return generationOf(apiVersion) !== generationOf(ours) && dateOf(apiVersion) > dateOf(ours);
}

/** `2026-10-28.endive` is of generation `endive`; older versions have a date alone. */
function generationOf(apiVersion: string): string {
  return apiVersion.split('.')[1] ?? '';
}

function dateOf(apiVersion: string): string {
  return apiVersion.slice(0, 'YYYY-MM-DD'.length);
}

/** The verdict on a payload whose words are not to be taken: of the other mode, or of a later generation. */
async function beforeItIsRead(
  ports: ApplyNotificationPorts,
  place: PaymentPlace,
  { livemode }: { readonly livemode: boolean },
  notification: Signed,
): Promise<Verdict | undefined> {
  if (livemode !== notification.livemode) return park('livemode_mismatch');
  return isForeign(notification, ports.apiVersion) ? askInstead(ports, place, notification) : undefined;
}

/** The payload only says that something happened; what did, the provider answers in the version we ask for. */
async function askInstead(
  { ledgers, hear }: ApplyNotificationPorts,
  { tenantId, reservationId, paymentId }: PaymentPlace,
  notification: Signed,
): Promise<Verdict | undefined> {
  const payment = paymentOf(await ledgers.read(tenantId, reservationId), paymentId);
  if (payment === undefined || !isPlaced(payment)) return undefined;
  if (payment.accountId !== notification.accountId) return park('account_mismatch');
  if (payment.livemode !== notification.livemode) return park('livemode_mismatch');
  await hear.payment(tenantId, reservationId, payment);
  return applied;
}

/** Whether a page was paid, its intent tells; where that has not been heard yet, the provider is asked for it. */
async function applySession(
  ports: ApplyNotificationPorts,
  place: PaymentPlace,
  subject: Extract<Spoken, { kind: 'session' }>,
  notification: Signed,
): Promise<Verdict> {
  const verdict = await beforeItIsRead(ports, place, subject, notification);
  if (verdict !== undefined) return verdict;
  const { tenantId, reservationId, paymentId } = place;
  const { amountMinorUnits, currency, references: _references, kind: _kind, ...said } = subject;
  const answer = await ports.ledgers.change(tenantId, reservationId, (ledger) =>
    observeSession(ledger, paymentId, {
      ...said,
      accountId: notification.accountId,
      amountMinorUnits: BigInt(amountMinorUnits ?? 0),
      currency: currency ?? '',
      asOf: Temporal.Instant.from(notification.createdAt),
    }),
  );
  if (answer.kind === 'disbelieved') return park(answer.reason);
  const { payment } = answer;
  if (subject.status === 'complete' && isOpen(payment))
    await ports.hear.payment(tenantId, reservationId, payment);
  return applied;
}

async function applyRefund(
  ports: ApplyNotificationPorts,
  place: PaymentPlace,
  payment: Paid,
  subject: Extract<Spoken, { kind: 'refund' | 'refunded-charge' }>,
): Promise<Verdict> {
  if (subject.kind === 'refunded-charge') {
    const confirmed = await ports.hear.refunds(place.tenantId, place.reservationId, payment);
    return confirmed >= BigInt(subject.refundedMinorUnits) ? applied : park('not_confirmed_by_provider');
  }
  const answer = await takeInRefund(ports, place, {
    providerRefundId: subject.providerRefundId,
    refundId: subject.references.refundId,
    amountMinorUnits: BigInt(subject.amountMinorUnits),
    currency: subject.currency,
    status: subject.status,
  });
  return answer.kind === 'applied' ? applied : park(answer.reason);
}
