import { currentTraceparent } from '@lodging/kit-runtime';
import { z } from 'zod';

export interface EventToPublish {
  readonly id: string;
  /** The subject too: `evt.<context>.v1.<aggregate>.<past-verb>` */
  readonly type: string;
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly occurredAt: Temporal.Instant;
  readonly aggregateId: string;
  readonly aggregateVersion: number;
  readonly data: unknown;
}

export interface ReceivedEvent<Data = unknown> {
  readonly id: string;
  readonly type: string;
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly occurredAt: string;
  readonly aggregateId: string;
  readonly aggregateVersion: number;
  readonly data: Data;
}

export interface WrittenEvent {
  readonly text: string;
  readonly traceparent: string | null;
}

export function writeEvent(event: EventToPublish): WrittenEvent {
  const { id, type, tenantId, livemode, occurredAt, aggregateId, aggregateVersion, data } = event;
  const traceparent = currentTraceparent();
  const envelope = {
    id,
    type,
    tenantId,
    livemode,
    occurredAt: occurredAt.toString(),
    aggregateId,
    aggregateVersion,
    traceparent,
    data,
  };
  return { text: JSON.stringify(envelope), traceparent: traceparent ?? null };
}

const predecessor = z.object({ id: z.guid(), type: z.string() });

/** Consumers ignore unknown fields, so that a publisher may add some. */
export const envelope = z.object({
  id: z.guid(),
  type: z.string(),
  tenantId: z.guid(),
  livemode: z.boolean(),
  occurredAt: z.string(),
  aggregateId: z.string(),
  aggregateVersion: z.number(),
  traceparent: z.string().optional(),
  /** The last events of the aggregate before this one, oldest first. Absent from older publishers. */
  predecessors: z.array(predecessor).optional(),
  data: z.unknown(),
});
export type Envelope = z.output<typeof envelope>;
