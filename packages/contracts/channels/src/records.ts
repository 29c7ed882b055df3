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
    url: z.string().nullable().meta({ description: 'Null here: only a hash of the token is stored.' }),
    createdAt: timestamp,
    lastAccessedAt: timestamp.nullable().meta({ description: 'When the feed was last read.' }),
  })
  .meta({
    id: 'FeedToken',
    description: 'Who may read a resource’s feed. Its address is a secret, and shown once.',
    example: { ...exampleToken, url: null, lastAccessedAt: '2027-05-03T11:30:00.000Z' },
  });
export type FeedToken = z.infer<typeof feedToken>;
export const issuedFeedToken = feedToken
  .extend({
    url: z.string().meta({ description: 'Where the feed is; whoever has it can read it.' }),
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
  description: '`error` from a failed sync until a good one.',
});
export const connection = z
  .object({
    id: uuid,
    channel: z.string(),
    feedUrl: z.string().meta({ description: 'With its secrets masked.' }),
    status: connectionStatus,
    createdAt: timestamp,
    lastSyncAt: timestamp.nullable().meta({ description: 'The last try.' }),
    lastSuccessAt: timestamp
      .nullable()
      .meta({ description: 'The last good one; an unchanged feed is one too.' }),
    lastError: z.string().nullable().meta({ description: 'Why the last try failed; null after a good one.' }),
    eventCount: z.int().meta({ description: 'Events in the feed as it was last read.' }),
    nextSyncAt: timestamp.nullable().meta({ description: 'Null while paused.' }),
  })
  .meta({
    id: 'ChannelConnection',
    description: 'A calendar elsewhere that is read here, and how the last reading went.',
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
    },
  });
export type Connection = z.infer<typeof connection>;

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
  description: 'How a conflict ended: the guest moved elsewhere, or one of the stays was cancelled.',
});
export const conflict = z
  .object({
    id: uuid,
    connectionId: uuid,
    listingId: uuid,
    reservationId: uuid,
    resourceId: uuid,
    inboundEvent: z.string().meta({ description: 'The event, by its UID.' }),
    startsAt: timestamp.meta({ description: 'Of the event, not of the stay.' }),
    endsAt: timestamp,
    createdAt: timestamp,
    status: conflictStatus,
  })
  .meta({
    id: 'ChannelConflict',
    description: 'An event of another calendar over a stay that was sold here.',
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
