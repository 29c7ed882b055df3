import { z } from 'zod';
import { rpc } from './rpc.ts';
import { pageRequest, uuid } from './shapes.ts';

/** One thing that a service looked at, and what was wrong with it. */
export const healthCheck = z.object({
  name: z.string(),
  /** Without it the service is not ready; the others only cost it something. */
  required: z.boolean(),
  ok: z.boolean(),
  /** In words, without secrets; null where all is well. */
  error: z.string().nullable(),
});

/** What a service says of its settings and its work, for whoever judges a deployment. Never a secret. */
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
  /** The clock of the process that answers, in the middle of its answer. */
  now: z.string(),
  ready: z.boolean(),
  checks: z.array(healthCheck),
  /** Null where the database did not answer. */
  database: z
    .object({
      /** How far the process's clock is ahead of the database's. */
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
  /** False while the stream, or its reader's place in it, is not there. */
  exists: z.boolean(),
  pending: z.int(),
  ackPending: z.int(),
  redelivered: z.int(),
  /** When something was last read; null where nothing was. */
  lastActiveAt: z.string().nullable(),
});

export const backlogReport = z.object({
  /** Null in a service that publishes nothing. */
  outbox: z.object({ waiting: z.int(), oldestAt: z.string().nullable(), lagSeconds: z.number() }).nullable(),
  /** The stream that the service publishes to; null where it has none, or where it is not there. */
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
  broker: z.object({ version: z.string(), maxPayloadBytes: z.int() }),
});
export type BacklogReport = z.infer<typeof backlogReport>;

export const deadLetter = z.object({
  id: uuid,
  consumer: z.string(),
  stream: z.string(),
  subject: z.string(),
  /** Null where the message could not be read. */
  tenantId: z.string().nullable(),
  eventId: z.string().nullable(),
  error: z.string(),
  attempts: z.int(),
  /** To the microsecond: it is the order of the list. */
  diedAt: z.string(),
  replayRequestedAt: z.string().nullable(),
  replayedAt: z.string().nullable(),
});
export type DeadLetterRecord = z.infer<typeof deadLetter>;

/** The message without its data, which may name a guest. */
export const eventEnvelope = z.object({
  id: z.string(),
  type: z.string(),
  tenantId: z.string(),
  livemode: z.boolean(),
  occurredAt: z.string(),
  aggregateId: z.string(),
  aggregateVersion: z.number(),
});
export const wholeDeadLetter = deadLetter.extend({
  sizeBytes: z.int(),
  /** Null where the message is no event at all. */
  envelope: eventEnvelope.nullable(),
});
export type WholeDeadLetter = z.infer<typeof wholeDeadLetter>;

/** The same requests in every service; the gateway makes them for the platform's operator, and nobody else does. */
export function opsOf(context: string) {
  return {
    reportHealth: rpc({
      context,
      name: 'report-health',
      request: z.object({}),
      response: healthReport,
      refusals: [],
      idempotent: true,
    }),
    reportBacklog: rpc({
      context,
      name: 'report-backlog',
      request: z.object({}),
      response: backlogReport,
      refusals: [],
      idempotent: true,
    }),
    ...deadLettersOf(context),
  };
}
export type Ops = ReturnType<typeof opsOf>;

function deadLettersOf(context: string) {
  const named = z.object({ deadLetterId: uuid });
  return {
    /** Oldest first. One more than the limit where there are more: the asker merges several lists. */
    listDeadLetters: rpc({
      context,
      name: 'list-dead-letters',
      request: pageRequest.extend({ consumer: z.string().optional(), includeReplayed: z.boolean() }),
      response: z.object({ deadLetters: z.array(deadLetter) }),
      refusals: [],
      idempotent: true,
    }),
    readDeadLetter: rpc({
      context,
      name: 'read-dead-letter',
      request: named,
      response: wholeDeadLetter,
      refusals: ['dead_letter_not_found'],
      idempotent: true,
    }),
    /** Hands the message to its consumer once more, and to no other. */
    replayDeadLetter: rpc({
      context,
      name: 'replay-dead-letter',
      request: named,
      response: deadLetter,
      refusals: ['dead_letter_not_found', 'dead_letter_already_replayed'],
      idempotent: true,
    }),
  };
}
