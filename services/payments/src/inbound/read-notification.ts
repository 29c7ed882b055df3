import { z } from 'zod';
import { isIntentStatus } from '../domain/observe-intent.ts';
import type { IntentStatus } from '../domain/observe-intent.ts';
import { isSessionStatus } from '../domain/observe-session.ts';
import { isRefundStatus } from '../domain/observe-refund.ts';
import type { RefundStatus } from '../domain/observe-refund.ts';
import type { SessionStatus } from '../domain/observe-session.ts';
import type { Notification, OurReferences, Subject } from '../domain/notification.ts';

/** Printable ASCII, so that any database can hold it. */
const word = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const amount = z.int().min(0);
const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .transform((text) => text.toUpperCase());

const envelope = z.object({
  id: word,
  type: word,
  account: z.unknown().optional(),
  livemode: z.unknown().optional(),
  api_version: z.unknown().optional(),
  created: z.unknown().optional(),
  data: z.unknown().optional(),
});
type Envelope = z.output<typeof envelope>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** An object may carry anything in its metadata; what is not ours reads as nothing. */
const metadata = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((found): OurReferences => {
    const idOf = (name: string) => {
      const value = found[name];
      return typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : null;
    };
    return { tenantId: idOf('tenantId'), paymentId: idOf('paymentId'), refundId: idOf('refundId') };
  });

const intent = z.object({
  id: word,
  amount,
  amount_received: amount.nullish(),
  currency,
  livemode: z.boolean().optional(),
  status: z.string().optional(),
  metadata,
  last_payment_error: z.object({ charge: word.optional() }).nullish().catch(null),
  latest_charge: word.nullish().catch(null),
});

const refund = z.object({
  id: word,
  payment_intent: word,
  amount,
  currency,
  status: z.string().nullish(),
  metadata,
});

/** A page of the tenant's own trade may lack what ours always have. */
const session = z.object({
  id: word,
  payment_intent: word.nullish().catch(null),
  amount_total: amount.nullish().catch(null),
  currency: currency.nullish().catch(null),
  livemode: z.boolean().optional(),
  status: z.string().nullish(),
  metadata,
});

const charge = z.object({ payment_intent: word, amount_refunded: amount, metadata });

/** Which statuses an event of a type may speak of; the first stands in where the object is silent. */
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

/** Undefined: not an event at all, without so much as an id and a type. */
export function readNotification(payload: unknown, receivedAt: Temporal.Instant): Notification | undefined {
  const read = envelope.safeParse(payload);
  if (!read.success) return undefined;
  const { id, type, account, livemode, api_version: apiVersion, created } = read.data;
  return {
    providerEventId: id,
    type,
    accountId: word.safeParse(account).data ?? null,
    livemode: typeof livemode === 'boolean' ? livemode : null,
    apiVersion: word.safeParse(apiVersion).data ?? null,
    createdAt: createdAt(created, receivedAt).toString(),
    subject: subjectOf(read.data),
  };
}

const epochSeconds = z.int().min(0).max(9_999_999_999);

/** An event is never newer than its arrival, whatever it says of itself. */
function createdAt(created: unknown, receivedAt: Temporal.Instant): Temporal.Instant {
  const seconds = epochSeconds.safeParse(created);
  if (!seconds.success) return receivedAt;
  const said = Temporal.Instant.fromEpochMilliseconds(seconds.data * 1000);
  return Temporal.Instant.compare(said, receivedAt) > 0 ? receivedAt : said;
}

function subjectOf(event: Envelope): Subject {
  const statuses = INTENT_EVENTS[event.type];
  const refundStatus = REFUND_EVENTS[event.type];
  const sessionStatus = SESSION_EVENTS[event.type];
  const isKnown = (statuses ?? refundStatus ?? sessionStatus) !== undefined;
  if (!isKnown && event.type !== 'charge.refunded') return { kind: 'unneeded' };
  const data = z.object({ object: z.unknown() }).safeParse(event.data);
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
  const said = read.data;
  const status = said.status ?? statuses[0];
  if (!isIntentStatus(status) || !statuses.includes(status))
    return { kind: 'unreadable', reason: `status_contradicts_type: ${event.type}` };
  const declined = said.last_payment_error?.charge ?? said.latest_charge ?? event.id;
  return {
    kind: 'intent',
    intentId: said.id,
    status,
    amountMinorUnits: String(said.amount),
    receivedMinorUnits: digits(said.amount_received),
    currency: said.currency,
    livemode: said.livemode ?? event.livemode === true,
    failure: event.type === 'payment_intent.payment_failed' ? declined : null,
    references: said.metadata,
  };
}

function digits(value: number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

function readSession(event: Envelope, object: unknown, byType: SessionStatus): Subject {
  const read = session.safeParse(object);
  if (!read.success) return unreadable(read.error);
  const said = read.data;
  const status = said.status ?? byType;
  if (!isSessionStatus(status) || status !== byType)
    return { kind: 'unreadable', reason: `status_contradicts_type: ${event.type}` };
  return {
    kind: 'session',
    sessionId: said.id,
    intentId: said.payment_intent ?? null,
    status,
    amountMinorUnits: digits(said.amount_total),
    currency: said.currency ?? null,
    livemode: said.livemode ?? event.livemode === true,
    references: said.metadata,
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
    amountMinorUnits: String(read.data.amount),
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
    refundedMinorUnits: String(read.data.amount_refunded),
    references: read.data.metadata,
  };
}

/** Names the fields that do not fit, never their values. */
function unreadable(error: z.ZodError): Subject {
  const fields = error.issues.map((issue) => issue.path.map(String).join('.') || 'object');
  return { kind: 'unreadable', reason: `unreadable: ${[...new Set(fields)].slice(0, 10).join(', ')}` };
}
