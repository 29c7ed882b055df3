import type { RowPage } from '@lodging/kernel';
import type { listEvents, webhookEvent } from '@lodging/contract-notifications';
import type { RequestOf } from '@lodging/contract-wire';
import { endPage } from '@lodging/kit-messaging';
import type { z } from 'zod';
import type { EventPage } from '../ports/events.ts';

export function listEventsFromWire({
  from,
  to,
  ...page
}: RequestOf<typeof listEvents>): Omit<EventPage, 'since'> {
  return { ...page, from: toInstant(from), to: toInstant(to) };
}

function toInstant(text: string | undefined): Temporal.Instant | undefined {
  return text === undefined ? undefined : Temporal.Instant.from(text);
}

export function eventPageToWire(page: RowPage<{ readonly position: string; readonly body: string }>) {
  const { items, last } = endPage(page, ({ body }) => eventToWire(body));
  return { events: items, nextAfter: last?.position ?? null };
}

/** A body is logged as it was rendered. */
function eventToWire(body: string): z.input<typeof webhookEvent> {
  return JSON.parse(body) as z.input<typeof webhookEvent>;
}
