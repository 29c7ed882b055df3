import type { InboxMark } from '@lodging/kit-runtime';
import { toPublicEvent } from '../../domain/events/public-event.ts';
import type { EventOrder } from '../../ports/events.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';

export type LogEventDeps = Pick<NotificationsDeps, 'eventLog'>;

export interface LogEvent {
  readonly event: {
    readonly id: string;
    readonly type: string;
    readonly tenantId: string;
    readonly livemode: boolean;
    readonly occurredAt: string;
  };
  readonly reservationId: string;
  /** The object of the webhook, as its publisher sent it. */
  readonly object: Readonly<Record<string, unknown>>;
  /** The fields of `data` besides the object. */
  readonly more?: Readonly<Record<string, unknown>>;
  readonly mark: InboxMark;
  /** Undefined: it is logged as it comes. */
  readonly order?: EventOrder | undefined;
}

export async function logEvent(
  { eventLog }: LogEventDeps,
  { event, reservationId, object, more, mark, order }: LogEvent,
): Promise<'logged' | 'waits'> {
  return eventLog.append(event.tenantId, toPublicEvent(event, reservationId, object, more), mark, order);
}
