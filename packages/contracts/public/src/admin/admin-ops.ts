import { connection } from '@lodging/contract-channels';
import { webhookEndpointStats } from '@lodging/contract-notifications';
import {
  instant,
  backlogReport,
  deadLetter,
  healthReport,
  text,
  deadLetterDetail,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { mode } from './admin.ts';
import { pageQuery } from '../paging.ts';

export const modeQuery = z.object({ mode: mode.default('live') });
export const feedsQuery = pageQuery.extend({ mode: mode.default('live') });

/** The services with dead letters: the gateway consumes no events. */
export const consumingService = z.enum([
  'inventory',
  'reservations',
  'payments',
  'channels',
  'notifications',
]);

export const deadLettersQuery = pageQuery.extend({
  service: consumingService.optional(),
  consumer: text({ min: 1, max: 100 }).optional(),
  includeReplayed: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((word) => word === 'true'),
});

export const dismissalBody = z.strictObject({ reason: text({ min: 1, max: 500 }) });

/** A service that did not respond; `why` is the error message. */
export const unreachableService = z.object({ service: z.string(), why: z.string() });
export type UnreachableService = z.infer<typeof unreachableService>;

export const serviceHealth = z.discriminatedUnion('reachable', [
  healthReport.extend({
    service: z.string(),
    reachable: z.literal(true),
    why: z.null(),
    /** How far its clock is ahead of the gateway's; 0 where the difference is below the round-trip time. */
    clockSkewMs: z.int(),
  }),
  unreachableService.extend({ reachable: z.literal(false) }),
]);
export type ServiceHealth = z.infer<typeof serviceHealth>;

export const healthOverview = z.object({
  status: z.enum(['ok', 'degraded']),
  /** By the clock of the gateway. */
  now: z.string(),
  services: z.array(serviceHealth),
});
export type HealthOverview = z.infer<typeof healthOverview>;

export const backlogOverview = z.object({
  services: z.array(backlogReport.extend({ service: z.string() })),
  unreachable: z.array(unreachableService),
});
export type BacklogOverview = z.infer<typeof backlogOverview>;

export const deadLetterResponse = deadLetter.extend({ service: z.string() });
export type DeadLetterResponse = z.infer<typeof deadLetterResponse>;
export const deadLetterDetailResponse = deadLetterDetail.extend({ service: z.string() });
export type DeadLetterDetailResponse = z.infer<typeof deadLetterDetailResponse>;
export const deadLetterList = z.object({
  deadLetters: z.array(deadLetterResponse),
  nextCursor: z.string().nullable(),
  unreachable: z.array(unreachableService),
});
export type DeadLetterList = z.infer<typeof deadLetterList>;

/** `failingSince` is the time of the last successful sync; null while syncs succeed. */
export const feed = connection;
export type Feed = z.infer<typeof feed>;
export const feedList = z.object({ feeds: z.array(feed), nextCursor: z.string().nullable() });

export const webhookReplayBody = z.object({ from: instant, to: instant });
export const webhookReplay = z.object({ deliveries: z.int() });

export const webhookEndpointStatsList = z.object({ webhookEndpoints: z.array(webhookEndpointStats) });
export type WebhookEndpointStatsList = z.infer<typeof webhookEndpointStatsList>;
