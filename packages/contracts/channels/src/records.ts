import { exampleIds, timestamp, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

const createdAt = '2027-05-03T09:00:00.000Z';
const exampleToken = {
  id: '0197a2c1-0a0b-7c0d-8e0f-101112131415',
  resourceId: exampleIds.resource,
  name: 'Airbnb',
  createdAt,
};
export const exampleConnectionId = '0197a2c2-1a1b-7c1d-8e1f-202122232425';
const exampleListingId = '0197a2c3-2a2b-7c2d-8e2f-303132333435';
const exampleTokenText = 'k3Vw0sQx7cYJb9ZtN5mRfLh2PaEeDgUiXoTqBvCyHn4';

export const feedToken = z
  .object({
    id: uuid,
    resourceId: uuid,
    name: z.string().nullable(),
    url: z.string().nullable().meta({ description: 'Null: only a hash of the token is stored.' }),
    createdAt: timestamp,
    lastAccessedAt: timestamp.nullable().meta({ description: 'The time of the last sync.' }),
  })
  .meta({
    id: 'FeedToken',
    description: 'Access to the feed of a resource. Its address is a secret, and shown once.',
    example: { ...exampleToken, url: null, lastAccessedAt: '2027-05-03T11:30:00.000Z' },
  });
export type FeedToken = z.infer<typeof feedToken>;
export const issuedFeedToken = feedToken
  .extend({
    url: z.string().meta({ description: 'Address of the feed. Anyone with the address can read the feed.' }),
    token: z.string(),
  })
  .meta({
    id: 'IssuedFeedToken',
    description: 'A feed token with its address. Neither `token` nor `url` is shown again.',
    example: {
      ...exampleToken,
      url: `https://api.lodging.example/v1/feeds/${exampleTokenText}.ics`,
      lastAccessedAt: null,
      token: exampleTokenText,
    },
  });

export const connectionStatus = z.enum(['active', 'paused', 'error']).meta({
  id: 'ChannelConnectionStatus',
  description: '`error` from a failed sync until the next successful sync.',
});
export const connection = z
  .object({
    id: uuid,
    channel: z.string(),
    feedUrl: z.string().meta({ description: 'Secrets are masked.' }),
    status: connectionStatus,
    createdAt: timestamp,
    lastSyncAt: timestamp.nullable().meta({ description: 'The last attempt.' }),
    lastSuccessAt: timestamp
      .nullable()
      .meta({ description: 'The last successful sync; an unchanged feed counts as one.' }),
    lastError: z
      .string()
      .nullable()
      .meta({ description: 'The error of the last attempt; null after a successful one.' }),
    eventCount: z.int().meta({ description: 'The number of events in the feed at the last sync.' }),
    nextSyncAt: timestamp.nullable().meta({ description: 'Null while paused.' }),
    failingSince: timestamp.nullable().meta({
      description: 'While `status` is `error`: the last successful sync before it, or the creation.',
    }),
    quarantine: z
      .object({
        since: timestamp.meta({ description: 'The first fetch with these dates.' }),
        eventsBefore: z.int().meta({ description: 'Events that still block nights.' }),
        eventsNow: z.int().meta({ description: 'Events in the feed that is not accepted yet.' }),
      })
      .nullable()
      .meta({
        description:
          'A feed that lost more than half of its events at once; it is accepted when a later fetch agrees.',
      }),
    listings: z.int().meta({ description: 'The number of resources that the connection is mapped to.' }),
    blocks: z.int().meta({ description: 'The number of blocks of its events, over all resources.' }),
  })
  .meta({
    id: 'ChannelConnection',
    description: 'An imported calendar, with the result of the last sync.',
    example: {
      id: exampleConnectionId,
      channel: 'ical',
      feedUrl: 'https://www.airbnb.com/calendar/ical/***',
      status: 'active',
      createdAt,
      lastSyncAt: '2027-05-03T09:15:04.000Z',
      lastSuccessAt: '2027-05-03T09:15:04.000Z',
      lastError: null,
      eventCount: 12,
      nextSyncAt: '2027-05-03T09:30:11.000Z',
      failingSince: null,
      quarantine: null,
      listings: 1,
      blocks: 12,
    },
  });
export type Connection = z.infer<typeof connection>;

export const feedRead = z
  .object({
    at: timestamp,
    outcome: z.enum(['accepted', 'unchanged', 'rejected', 'quarantined']).meta({
      id: 'ChannelReadOutcome',
      description:
        '`unchanged`: the server says that the feed is as before. `rejected`: the feed could not be used. ' +
        '`quarantined`: it lost too many events at once. After the last two the accepted events stay.',
    }),
    events: z.int().meta({ description: 'Events in the feed that block something; 0 where it is rejected.' }),
    added: z.int().meta({ description: 'Events that the accepted feed has beyond the one before.' }),
    moved: z.int().meta({ description: 'Events whose dates changed.' }),
    removed: z.int().meta({ description: 'Events that the accepted feed lacks.' }),
    durationMs: z.int().meta({ description: 'How long the server of the feed took to answer.' }),
    error: z.string().nullable().meta({ description: 'Why the feed was not accepted.' }),
  })
  .meta({
    id: 'ChannelRead',
    description: 'One fetch of the feed of a connection.',
    example: {
      at: '2027-05-03T09:15:04.000Z',
      outcome: 'accepted',
      events: 12,
      added: 1,
      moved: 0,
      removed: 0,
      durationMs: 412,
      error: null,
    },
  });
export type FeedRead = z.infer<typeof feedRead>;

export const listing = z
  .object({
    id: uuid,
    connectionId: uuid,
    resourceId: uuid,
    externalListingId: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({
    id: 'ChannelListing',
    description: 'A resource that the events of a connection block.',
    example: {
      id: exampleListingId,
      connectionId: exampleConnectionId,
      resourceId: exampleIds.resource,
      externalListingId: '48151623',
      createdAt,
    },
  });
export type Listing = z.infer<typeof listing>;

export const conflictStatus = z.enum(['open', 'resolved_relocated', 'resolved_cancelled']).meta({
  id: 'ChannelConflictStatus',
  description: 'The resolution of a conflict: the guest was relocated, or one of the stays was cancelled.',
});
export const conflict = z
  .object({
    id: uuid,
    connectionId: uuid,
    listingId: uuid,
    reservationId: uuid,
    resourceId: uuid,
    inboundEvent: z.string().meta({ description: 'The UID of the event.' }),
    startsAt: timestamp.meta({ description: 'The start of the event, not of the stay.' }),
    endsAt: timestamp,
    createdAt: timestamp,
    status: conflictStatus,
  })
  .meta({
    id: 'ChannelConflict',
    description: 'An event of an external calendar that overlaps a stay.',
    example: {
      id: '0197a2c4-3a3b-7c3d-8e3f-404142434445',
      connectionId: exampleConnectionId,
      listingId: exampleListingId,
      reservationId: exampleIds.reservation,
      resourceId: exampleIds.resource,
      inboundEvent: '1418fb94e984-5f3a9c0d@airbnb.com',
      startsAt: '2027-06-11T00:00:00.000Z',
      endsAt: '2027-06-13T00:00:00.000Z',
      createdAt,
      status: 'open',
    },
  });
export type ConflictRecord = z.infer<typeof conflict>;
