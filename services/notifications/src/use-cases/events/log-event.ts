import type { InboxMark } from '@lodging/kit-runtime';
import type { VersionedMail } from '../../domain/mails/mail-of-event.ts';
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
  /** To the guest, where the event causes one. */
  readonly mail?: VersionedMail | undefined;
  /** It is about no reservation: `reservationId` is the id of its own record, and its sequence is 0. */
  readonly hasNoSeries?: boolean;
  readonly mark: InboxMark;
  /** Undefined: it is logged as it comes. */
  readonly order?: EventOrder | undefined;
}

export async function logEvent(
  { eventLog }: LogEventDeps,
  { event, reservationId, object, more, mail, hasNoSeries = false, mark, order }: LogEvent,
): Promise<'logged' | 'waits'> {
  const published = { ...toPublicEvent(event, reservationId, object, more), mail, hasNoSeries };
  return eventLog.append(event.tenantId, published, mark, order);
}
