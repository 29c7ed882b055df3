import { z } from 'zod';
import { recoveryOf } from './recovery.ts';
import { rpc } from './rpc.ts';
import { pageRequest, uuid } from './shapes.ts';
import { traceOf } from './trace.ts';

export const healthCheck = z.object({
  name: z.string(),
  /** The service is not ready while a required check fails. */
  required: z.boolean(),
  ok: z.boolean(),
  /** An error message without secrets; null while `ok`. */
  error: z.string().nullable(),
});

/** Values of settings and of current work that help to diagnose a deployment; never secrets. */
export const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type Facts = z.infer<typeof facts>;

export const migrationState = z.object({
  source: z.string(),
  known: z.int(),
  applied: z.int(),
  latest: z.string().nullable(),
  pending: z.array(z.string()),
});

export const healthReport = z.object({
  version: z.string(),
  startedAt: z.string(),
  /** The clock of the reporting process, halfway through the report. */
  now: z.string(),
  ready: z.boolean(),
  checks: z.array(healthCheck),
  /** Null where the database did not respond. */
  database: z
    .object({
      /** How far the clock of the process is ahead of the database's. */
      clockSkewMs: z.int(),
      migrations: z.array(migrationState),
    })
    .nullable(),
  facts,
});
export type HealthReport = z.infer<typeof healthReport>;

export const consumerBacklog = z.object({
  stream: z.string(),
  consumer: z.string(),
  /** False while the stream or the consumer does not exist. */
  exists: z.boolean(),
  pending: z.int(),
  ackPending: z.int(),
  redelivered: z.int(),
  /** The last delivery; null where there was none. */
  lastActiveAt: z.string().nullable(),
});

export const backlogReport = z.object({
  /** Null in a service that publishes nothing. */
  outbox: z
    .object({
      waiting: z.int(),
      oldestAt: z.string().nullable(),
      lagSeconds: z.number(),
      /** Why the events that wait could not be published just now; null where that is not known. */
      failure: z.string().nullable().default(null),
    })
    .nullable(),
  /** The stream of the service's own events; null where it publishes none or the stream does not exist. */
  stream: z
    .object({
      name: z.string(),
      messages: z.int(),
      bytes: z.int(),
      replicas: z.int(),
      maxAgeSeconds: z.number(),
      discard: z.string(),
    })
    .nullable(),
  consumers: z.array(consumerBacklog),
  deadLetters: z.object({ open: z.int(), oldestAt: z.string().nullable() }),
  broker: z.object({
    version: z.string(),
    maxPayloadBytes: z.int(),
    /** Why JetStream does not answer the service; null where it does. */
    failure: z.string().nullable().default(null),
  }),
});
export type BacklogReport = z.infer<typeof backlogReport>;

export const deadLetter = z.object({
  id: uuid,
  consumer: z.string(),
  stream: z.string(),
  subject: z.string(),
  /** Null where the message could not be parsed. */
  tenantId: z.string().nullable(),
  eventId: z.string().nullable(),
  error: z.string(),
  attempts: z.int(),
  /** Exact to the microsecond, because the list is ordered by it. */
  diedAt: z.string(),
  replayRequestedAt: z.string().nullable(),
  /** When it ended: replayed, or dismissed. */
  replayedAt: z.string().nullable(),
  /** Why it was dismissed; null where it was not. */
  dismissedReason: z.string().nullable().default(null),
});
export type DeadLetterRecord = z.infer<typeof deadLetter>;

/** An event without `data`, which may contain guest data. */
export const eventEnvelope = z.object({
  id: z.string(),
  type: z.string(),
  tenantId: z.string(),
  livemode: z.boolean(),
  occurredAt: z.string(),
  aggregateId: z.string(),
  aggregateVersion: z.number(),
});
export const deadLetterDetail = deadLetter.extend({
  sizeBytes: z.int(),
  /** Null where the message is not an event. */
  envelope: eventEnvelope.nullable(),
});
export type DeadLetterDetail = z.infer<typeof deadLetterDetail>;

/** The operations of every service for the operator of the platform. Only the gateway calls them. */
export function opsOf(context: string) {
  return {
    reportHealth: rpc({
      context,
      name: 'report-health',
      request: z.object({}),
      response: healthReport,
      refusals: [],
      idempotent: true,
      platformOnly: true,
    }),
    reportBacklog: rpc({
      context,
      name: 'report-backlog',
      request: z.object({}),
      response: backlogReport,
      refusals: [],
      idempotent: true,
      platformOnly: true,
    }),
    ...deadLettersOf(context),
    ...traceOf(context),
    ...recoveryOf(context),
  };
}
export type Ops = ReturnType<typeof opsOf>;

function deadLettersOf(context: string) {
  const named = z.object({ deadLetterId: uuid });
  return {
    /** Oldest first. Returns one row beyond the limit where there is one: the caller merges the lists of all services. */
    listDeadLetters: rpc({
      context,
      name: 'list-dead-letters',
      request: pageRequest.extend({ consumer: z.string().optional(), includeReplayed: z.boolean() }),
      response: z.object({ deadLetters: z.array(deadLetter) }),
      refusals: [],
      idempotent: true,
      platformOnly: true,
    }),
    readDeadLetter: rpc({
      context,
      name: 'read-dead-letter',
      request: named,
      response: deadLetterDetail,
      refusals: ['dead_letter_not_found'],
      idempotent: true,
      platformOnly: true,
    }),
    /** Delivers the message again to its consumer alone. */
    replayDeadLetter: rpc({
      context,
      name: 'replay-dead-letter',
      request: named,
      response: deadLetter,
      refusals: ['dead_letter_not_found', 'dead_letter_already_replayed'],
      idempotent: true,
      platformOnly: true,
    }),
    /** Ends it without its event being processed. */
    dismissDeadLetter: rpc({
      context,
      name: 'dismiss-dead-letter',
      request: named.extend({ reason: z.string().min(1).max(500) }),
      response: deadLetter,
      refusals: ['dead_letter_not_found', 'dead_letter_already_replayed', 'dead_letter_being_replayed'],
      idempotent: false,
      platformOnly: true,
    }),
  };
}
