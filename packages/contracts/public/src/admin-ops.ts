import { connection } from '@lodging/contract-channels';
import { surveyedEndpoint } from '@lodging/contract-notifications';
import { backlogReport, deadLetter, healthReport, text, wholeDeadLetter } from '@lodging/contract-wire';
import { z } from 'zod';
import { mode } from './admin.ts';
import { pageQuery } from './paging.ts';

export const modeQuery = z.object({ mode: mode.default('live') });
export const feedsQuery = pageQuery.extend({ mode: mode.default('live') });

/** Those that keep dead letters; the gateway hears no events. */
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

/** A service of which nothing could be learned, and why. */
export const unreachableService = z.object({ service: z.string(), why: z.string() });
export type UnreachableService = z.infer<typeof unreachableService>;

export const serviceHealth = z.discriminatedUnion('reachable', [
  healthReport.extend({
    service: z.string(),
    reachable: z.literal(true),
    why: z.null(),
    /** How far its clock is ahead of the gateway's; 0 where the way there and back hides it. */
    clockSkewMs: z.int(),
  }),
  unreachableService.extend({ reachable: z.literal(false) }),
]);
export type ServiceHealth = z.infer<typeof serviceHealth>;

export const healthOverview = z.object({
  status: z.enum(['ok', 'degraded']),
  /** The gateway's clock. */
  now: z.string(),
  services: z.array(serviceHealth),
});
export type HealthOverview = z.infer<typeof healthOverview>;

export const backlogOverview = z.object({
  services: z.array(backlogReport.extend({ service: z.string() })),
  unreachable: z.array(unreachableService),
});
export type BacklogOverview = z.infer<typeof backlogOverview>;

export const listedDeadLetter = deadLetter.extend({ service: z.string() });
export type ListedDeadLetter = z.infer<typeof listedDeadLetter>;
export const shownDeadLetter = wholeDeadLetter.extend({ service: z.string() });
export type ShownDeadLetter = z.infer<typeof shownDeadLetter>;
export const deadLetterList = z.object({
  deadLetters: z.array(listedDeadLetter),
  nextCursor: z.string().nullable(),
  unreachable: z.array(unreachableService),
});
export type DeadLetterList = z.infer<typeof deadLetterList>;

/** `failingSince` is when there was last a good reading, while there is none. */
export const feed = connection.extend({ failingSince: z.string().nullable() });
export type Feed = z.infer<typeof feed>;
export const feedList = z.object({ feeds: z.array(feed), nextCursor: z.string().nullable() });

export const webhookSurvey = z.object({ webhookEndpoints: z.array(surveyedEndpoint) });
export type WebhookSurvey = z.infer<typeof webhookSurvey>;
