import { toPublicEvent } from '../domain/public-event.ts';
import type { EventLog, Seen } from './ports.ts';

interface Heard {
  readonly id: string;
  readonly type: string;
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly occurredAt: string;
}

export function logEvent({ eventLog }: { eventLog: EventLog }) {
  return (
    heard: Heard,
    reservationId: string,
    object: Readonly<Record<string, unknown>>,
    seen: Seen,
  ): Promise<void> => eventLog.append(heard.tenantId, toPublicEvent(heard, reservationId, object), seen);
}
