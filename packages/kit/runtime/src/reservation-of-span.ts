import { trace } from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';

const ATTRIBUTE = 'lodging.reservation.id';
/** Also of spans that are not recorded, which take no attributes: log lines name the reservation all the same. */
const reservations = new WeakMap<Span, string>();

/** The active span, its log lines and the spans below it that begin later are about this reservation. */
export function aboutReservation(id: string): void {
  const span = trace.getActiveSpan();
  if (span !== undefined) note(span, id);
}

/** A new span is about the reservation of its parent. */
export function inheritReservation(parent: Context, span: Span): void {
  const above = trace.getSpan(parent);
  const id = above === undefined ? undefined : reservations.get(above);
  if (id !== undefined) note(span, id);
}

export function reservationOfSpan(span: Span): string | undefined {
  return reservations.get(span);
}

/** `reservationId`, or the id of `reservation`: what requests and events between the services call it. */
export function reservationIdIn(body: unknown): string | undefined {
  const { reservationId, reservation }: { reservationId?: unknown; reservation?: unknown } = Object(body);
  const id: unknown = reservationId ?? Object(reservation).id;
  return typeof id === 'string' ? id : undefined;
}

function note(span: Span, id: string): void {
  reservations.set(span, id);
  if (span.isRecording()) span.setAttribute(ATTRIBUTE, id);
}
