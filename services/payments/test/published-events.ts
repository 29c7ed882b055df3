import { eventually } from '@lodging/kit-testing';
import type { PublishedEvent, RunningPayments } from './start-payments.ts';

/** Two passes of a timer of 5 s, with a margin for a slow machine. */
const WITHIN_MS = 20_000;

/** `verb`: `payment.succeeded`, for example. */
export function eventsOf(payments: RunningPayments, reservationId: string, verb: string): PublishedEvent[] {
  return payments.events.filter(
    ({ type, data }) =>
      type.endsWith(verb) && (data['payment'] ?? data['refund'])?.['reservationId'] === reservationId,
  );
}

export function waitForEvent(
  payments: RunningPayments,
  reservationId: string,
  verb: string,
): Promise<PublishedEvent> {
  return eventually(
    `${verb} of ${reservationId} is published`,
    () => eventsOf(payments, reservationId, verb)[0],
    { withinMs: WITHIN_MS },
  );
}

/** All events of the verb, once there are so many. */
export function waitForEvents(payments: RunningPayments, reservationId: string, verb: string, count: number) {
  const probe = () => {
    const events = eventsOf(payments, reservationId, verb);
    return events.length >= count && events;
  };
  const description = `${verb} of ${reservationId} is published ${count} times`;
  return eventually(description, probe, { withinMs: WITHIN_MS });
}
