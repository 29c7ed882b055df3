import { trace } from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';

const ATTRIBUTE = 'lodging.reservation.id';

interface About {
  readonly id: string;
  /** The first span of this process that knew. */
  readonly span: Span;
  isLinked: boolean;
}

/** Also of spans that are not recorded, which take no attributes: log lines name the reservation all the same. */
const reservations = new WeakMap<Span, About>();

/** The active span, its log lines and the spans below it that begin later are about this reservation. */
export function aboutReservation(id: string): void {
  const span = trace.getActiveSpan();
  if (span === undefined || reservations.get(span)?.id === id) return;
  note(span, { id, span, isLinked: false });
}

/** Links what is about a reservation to the span that made the reservation, once, where it is recorded. */
export function linkToOrigin(traceparent: string | null): void {
  if (traceparent === null) return;
  const active = trace.getActiveSpan();
  const about = active === undefined ? undefined : reservations.get(active);
  if (about === undefined || about.isLinked || !about.span.isRecording()) return;
  about.isLinked = true;
  const origin = parseTraceParent(traceparent);
  if (origin === null || origin.traceId === about.span.spanContext().traceId) return;
  about.span.addLink({ context: origin });
}

/** A new span is about the reservation of its parent. */
export function inheritReservation(parent: Context, span: Span): void {
  const above = trace.getSpan(parent);
  const about = above === undefined ? undefined : reservations.get(above);
  if (about !== undefined) note(span, about);
}

export function reservationOfSpan(span: Span): string | undefined {
  return reservations.get(span)?.id;
}

type Fields = Readonly<Record<string, unknown>>;

/** What requests and events between the services call it. A claim has the id of its reservation. */
export function reservationIdIn(body: unknown): string | undefined {
  const { reservationId, claimId, reservation, payment, refund }: Fields = Object(body);
  const { id: ofReservation }: Fields = Object(reservation);
  const { reservationId: ofMoney }: Fields = Object(payment ?? refund);
  const id = reservationId ?? claimId ?? ofReservation ?? ofMoney;
  return typeof id === 'string' ? id : undefined;
}

function note(span: Span, about: About): void {
  reservations.set(span, about);
  if (span.isRecording()) span.setAttribute(ATTRIBUTE, about.id);
}
