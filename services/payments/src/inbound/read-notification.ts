import { z } from 'zod';
import { isIntentStatus } from '../domain/attempts/apply-intent.ts';
import type { IntentStatus } from '../domain/attempts/apply-intent.ts';
import { isRefundStatus } from '../domain/refunds/apply-refund.ts';
import type { RefundStatus } from '../domain/refunds/apply-refund.ts';
import { isSessionStatus } from '../domain/attempts/apply-session.ts';
import type { SessionStatus } from '../domain/attempts/apply-session.ts';
import type { Notification, References, Subject } from '../domain/notifications/notification.ts';

/** An id or type: printable ASCII, which every text column can hold. */
const token = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const amount = z.int().min(0);
const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .transform((text) => text.toUpperCase());

const envelope = z.object({
  id: token,
  type: token,
  account: z.unknown().optional(),
  livemode: z.unknown().optional(),
  api_version: z.unknown().optional(),
  created: z.unknown().optional(),
  data: z.unknown().optional(),
});
type Envelope = z.output<typeof envelope>;

const eventData = z.object({ object: z.unknown() });

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Metadata may contain anything. Entries that are not ours are read as absent. */
const metadata = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((entries): References => {
    const idOf = (name: string) => {
      const value = entries[name];
      return typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : null;
    };
    return {
      tenantId: idOf('tenantId'),
      paymentId: idOf('paymentId'),
      refundId: idOf('refundId'),
      reservationId: idOf('reservationId'),
    };
  });

const intent = z.object({
  id: token,
  amount,
  amount_received: amount.nullish(),
  currency,
  livemode: z.boolean().optional(),
  status: z.string().optional(),
  metadata,
  last_payment_error: z.object({ charge: token.optional() }).nullish().catch(null),
  latest_charge: token.nullish().catch(null),
});

const refund = z.object({
  id: token,
  payment_intent: token,
  amount,
  currency,
  status: z.string().nullish(),
  metadata,
});

/** A session that is not ours may lack an amount and a currency. */
const session = z.object({
  id: token,
  payment_intent: token.nullish().catch(null),
  amount_total: amount.nullish().catch(null),
  currency: currency.nullish().catch(null),
  livemode: z.boolean().optional(),
  status: z.string().nullish(),
  metadata,
});

const charge = z.object({ payment_intent: token, amount_refunded: amount, metadata });

/** The statuses that an intent may have in an event of this type; the first is the default where the object has none. */
const INTENT_EVENTS: Readonly<Record<string, readonly [IntentStatus, ...IntentStatus[]]>> = {
  'payment_intent.succeeded': ['succeeded'],
  'payment_intent.payment_failed': ['requires_payment_method', 'requires_confirmation', 'requires_action'],
  'payment_intent.processing': ['processing'],
  'payment_intent.requires_action': ['requires_action'],
  'payment_intent.canceled': ['canceled'],
};

const REFUND_EVENTS: Readonly<Record<string, RefundStatus>> = {
  'refund.created': 'pending',
  'refund.updated': 'pending',
  'refund.failed': 'failed',
  'charge.refund.updated': 'pending',
};

const SESSION_EVENTS: Readonly<Record<string, SessionStatus>> = {
  'checkout.session.completed': 'complete',
  'checkout.session.async_payment_succeeded': 'complete',
  'checkout.session.async_payment_failed': 'complete',
  'checkout.session.expired': 'expired',
};

/** Reads an event of the provider. Undefined where it has no id or no type. */
export function readNotification(payload: unknown, receivedAt: Temporal.Instant): Notification | undefined {
  const read = envelope.safeParse(payload);
  if (!read.success) return undefined;
  const { id, type, account, livemode, api_version: apiVersion, created } = read.data;
  return {
    providerEventId: id,
    type,
    accountId: token.safeParse(account).data ?? null,
    livemode: typeof livemode === 'boolean' ? livemode : null,
    apiVersion: token.safeParse(apiVersion).data ?? null,
    createdAt: createdAt(created, receivedAt),
    subject: subjectOf(read.data),
  };
}

const epochSeconds = z.int().min(0).max(9_999_999_999);

/** At most the time of arrival: a time in the future would outrank later snapshots. */
function createdAt(created: unknown, receivedAt: Temporal.Instant): Temporal.Instant {
  const seconds = epochSeconds.safeParse(created);
  if (!seconds.success) return receivedAt;
  const stated = Temporal.Instant.fromEpochMilliseconds(seconds.data * 1000);
  return Temporal.Instant.compare(stated, receivedAt) > 0 ? receivedAt : stated;
}

function subjectOf(event: Envelope): Subject {
  const statuses = INTENT_EVENTS[event.type];
  const refundStatus = REFUND_EVENTS[event.type];
  const sessionStatus = SESSION_EVENTS[event.type];
  const isKnown = (statuses ?? refundStatus ?? sessionStatus) !== undefined;
  if (!isKnown && event.type !== 'charge.refunded') return { kind: 'unneeded' };
  const data = eventData.safeParse(event.data);
  if (!data.success) return unreadable(data.error);
  if (statuses !== undefined) return readIntent(event, data.data.object, statuses);
  if (sessionStatus !== undefined) return readSession(event, data.data.object, sessionStatus);
  return refundStatus === undefined
    ? readCharge(data.data.object)
    : readRefund(data.data.object, refundStatus);
}

function readIntent(
  event: Envelope,
  object: unknown,
  statuses: readonly [IntentStatus, ...IntentStatus[]],
): Subject {
  const read = intent.safeParse(object);
  if (!read.success) return unreadable(read.error);
  const found = read.data;
  const status = found.status ?? statuses[0];
  if (!isIntentStatus(status) || !statuses.includes(status))
    return { kind: 'unreadable', reason: `status_contradicts_type: ${event.type}` };
  const declined = found.last_payment_error?.charge ?? found.latest_charge ?? event.id;
  return {
    kind: 'intent',
    intentId: found.id,
    status,
    amountMinorUnits: BigInt(found.amount),
    receivedMinorUnits: toBigInt(found.amount_received),
    currency: found.currency,
    livemode: found.livemode ?? event.livemode === true,
    failure: event.type === 'payment_intent.payment_failed' ? declined : null,
    references: found.metadata,
  };
}

function toBigInt(value: number | null | undefined): bigint | null {
  return value === null || value === undefined ? null : BigInt(value);
}

function readSession(event: Envelope, object: unknown, byType: SessionStatus): Subject {
  const read = session.safeParse(object);
  if (!read.success) return unreadable(read.error);
  const found = read.data;
  const status = found.status ?? byType;
  if (!isSessionStatus(status) || status !== byType)
    return { kind: 'unreadable', reason: `status_contradicts_type: ${event.type}` };
  return {
    kind: 'session',
    sessionId: found.id,
    intentId: found.payment_intent ?? null,
    status,
    amountMinorUnits: toBigInt(found.amount_total),
    currency: found.currency ?? null,
    livemode: found.livemode ?? event.livemode === true,
    references: found.metadata,
  };
}

function readRefund(object: unknown, byType: RefundStatus): Subject {
  const read = refund.safeParse(object);
  if (!read.success) return unreadable(read.error);
  const status = read.data.status ?? byType;
  if (!isRefundStatus(status)) return { kind: 'unreadable', reason: 'unknown_refund_status' };
  return {
    kind: 'refund',
    providerRefundId: read.data.id,
    intentId: read.data.payment_intent,
    status: byType === 'failed' ? 'failed' : status,
    amountMinorUnits: BigInt(read.data.amount),
    currency: read.data.currency,
    references: read.data.metadata,
  };
}

function readCharge(object: unknown): Subject {
  const read = charge.safeParse(object);
  if (!read.success) return unreadable(read.error);
  return {
    kind: 'refunded-charge',
    intentId: read.data.payment_intent,
    refundedMinorUnits: BigInt(read.data.amount_refunded),
    references: read.data.metadata,
  };
}

/** Lists the fields that do not fit, never their values: those may be personal data. */
function unreadable(error: z.ZodError): Subject {
  const fields = error.issues.map((issue) => issue.path.map(String).join('.') || 'object');
  return { kind: 'unreadable', reason: `unreadable: ${[...new Set(fields)].slice(0, 10).join(', ')}` };
}
