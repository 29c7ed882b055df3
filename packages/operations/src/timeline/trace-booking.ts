import { instantText } from '@lodging/kernel';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';

/** As a service keeps it in its tables. */
export interface TraceEntry {
  readonly at: Temporal.Instant;
  readonly kind: 'request' | 'change' | 'event' | 'mail' | 'provider_call' | 'notification' | 'webhook';
  readonly what: string;
  readonly outcome: string | null;
  readonly requestId: string | null;
  readonly traceparent: string | null;
  readonly detail: string | null;
}

export interface TracedBooking {
  readonly id: string;
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly state: string;
  readonly version: number;
  readonly resourceId: string;
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  readonly source: string;
  readonly createdAt: Temporal.Instant;
}

/** Entries that a service adds to the events of its outbox. */
export interface Tracing {
  /** In the service that owns bookings: of whatever tenant. */
  readonly findBooking?: (bookingId: string) => Promise<TracedBooking | undefined>;
  readonly entries: (tenantId: string, bookingId: string) => Promise<readonly TraceEntry[]>;
}

export interface TraceRequest {
  readonly bookingId: string;
  readonly tenantId: string | null;
}

type Written<T> = { -readonly [K in keyof T]: T[K] extends Temporal.Instant ? string : T[K] };

export interface TraceWire {
  booking: Written<TracedBooking> | null;
  entries: (Omit<Written<TraceEntry>, 'traceparent' | 'kind'> & { kind: string; traceId: string | null })[];
}

const MOST = 500;
const MOST_LETTERS = 1_000;
const listEvents = namedStatement<{ tenantId: string; bookingId: string }>(
  'trace_events',
  `
  SELECT occurred_at AS at, 'event' AS kind, type AS what,
    CASE WHEN published_at IS NULL THEN 'waits to be published' ELSE 'published' END AS outcome,
    NULL AS "requestId", traceparent, id::text AS detail
  FROM outbox WHERE tenant_id = $tenantId AND aggregate_id = $bookingId ORDER BY position LIMIT ${MOST}`,
);

/** Wherever the booking's id stands in one of the newest: no index finds it. */
const listDeadLetters = namedStatement<{ tenantId: string; bookingId: string }>(
  'trace_dead_letters',
  `
  SELECT died_at AS at, 'event' AS kind, subject AS what,
    CASE WHEN replayed_at IS NULL THEN 'dead letter' ELSE 'dead letter, replayed' END AS outcome,
    NULL AS "requestId", NULL AS traceparent, id::text AS detail, error
  FROM (SELECT * FROM dead_letters WHERE tenant_id = $tenantId ORDER BY died_at DESC LIMIT ${MOST_LETTERS}) AS newest
  WHERE position(convert_to($bookingId, 'UTF8') IN payload) > 0
  ORDER BY died_at LIMIT ${MOST}`,
);

export async function traceBooking(
  { db, publishes, tracing }: { db: Database; publishes?: string | undefined; tracing?: Tracing | undefined },
  { bookingId, tenantId: given }: TraceRequest,
): Promise<TraceWire> {
  const booking = given === null ? await tracing?.findBooking?.(bookingId) : undefined;
  const tenantId = given ?? booking?.tenantId;
  if (tenantId === undefined) return { booking: null, entries: [] };
  const key = { tenantId, bookingId };
  const statements =
    publishes === undefined ? [listDeadLetters(key)] : [listEvents(key), listDeadLetters(key)];
  const [kept, others] = await Promise.all([
    db.acrossTenants((tx) => tx.queryAll<KeptEntry[]>(statements)),
    tracing?.entries(tenantId, bookingId) ?? [],
  ]);
  return {
    booking: booking === undefined ? null : bookingToWire(booking),
    entries: [...kept.flat().map(withFailure), ...others].map(entryToWire),
  };
}

/** Of a dead letter with its error. */
type KeptEntry = TraceEntry & { readonly error?: string };

function withFailure({ error, ...entry }: KeptEntry): TraceEntry {
  return error === undefined ? entry : { ...entry, detail: `${entry.detail} ${failureIn(error)}` };
}

const FAILURE =
  /^(?:not an event|data does not fit [\w.]+|\w+: (?:data exception \w{5}|does not fit: .*)|\w+(?=:))/s;

/** The kind and place of a failure, without its message, which may quote personal data. */
function failureIn(error: string): string {
  return FAILURE.exec(error)?.[0] ?? 'failed';
}

function bookingToWire(booking: TracedBooking): Written<TracedBooking> {
  const { from, to, createdAt } = booking;
  return { ...booking, from: instantText(from), to: instantText(to), createdAt: instantText(createdAt) };
}

function entryToWire({ at, traceparent, ...entry }: TraceEntry): TraceWire['entries'][number] {
  return { at: instantText(at), ...entry, traceId: traceparent?.split('-')[1] ?? null };
}
