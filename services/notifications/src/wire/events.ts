import type { RowPage } from '@lodging/kernel';
import type { webhookEvent } from '@lodging/contract-notifications';
import { endPage } from '@lodging/kit-messaging';
import type { z } from 'zod';

export function eventPageToWire(page: RowPage<{ readonly position: string; readonly body: string }>) {
  const { items, last } = endPage(page, ({ body }) => eventToWire(body));
  return { events: items, nextAfter: last?.position ?? null };
}

/** A body is logged as it was rendered. */
function eventToWire(body: string): z.input<typeof webhookEvent> {
  return JSON.parse(body) as z.input<typeof webhookEvent>;
}
