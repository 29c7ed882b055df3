interface Ids {
  readonly resource: string;
  readonly reservation: string;
}

const id = {
  feedToken: '0197a2c1-0a0b-7c0d-8e0f-101112131415',
  connection: '0197a2c2-1a1b-7c1d-8e1f-202122232425',
  listing: '0197a2c3-2a2b-7c2d-8e2f-303132333435',
  conflict: '0197a2c4-3a3b-7c3d-8e3f-404142434445',
};

const token = 'k3Vw0sQx7cYJb9ZtN5mRfLh2PaEeDgUiXoTqBvCyHn4';
const createdAt = '2027-05-03T09:00:00.000Z';

export function channelExamples(ids: Ids): Readonly<Record<string, unknown>> {
  return { ...feedExamples(ids), ...connectionExamples(ids), ...conflictExamples(ids) };
}

function feedExamples({ resource, reservation }: Ids) {
  const name = 'Airbnb';
  const feedToken = {
    id: id.feedToken,
    resourceId: resource,
    name,
    url: null,
    createdAt,
    lastAccessedAt: '2027-05-03T11:30:00.000Z',
  };
  const url = `https://api.lodging.example/v1/feeds/${token}.ics`;
  return {
    NewFeedToken: { name, excludeConnectionId: id.connection },
    IssuedFeedToken: { ...feedToken, url, lastAccessedAt: null, token },
    FeedTokens: { feedTokens: [feedToken] },
    CalendarFeed: feed(resource, reservation),
  };
}

function connectionExamples({ resource }: Ids) {
  const connection = {
    id: id.connection,
    channel: 'ical',
    feedUrl: 'https://www.airbnb.com/calendar/ical/***',
    status: 'active',
    createdAt,
    lastSyncAt: '2027-05-03T09:15:04.000Z',
    lastSuccessAt: '2027-05-03T09:15:04.000Z',
    lastError: null,
    eventCount: 12,
    nextSyncAt: '2027-05-03T09:30:11.000Z',
  };
  const newListing = { resourceId: resource, externalListingId: '48151623' };
  const listing = { id: id.listing, connectionId: id.connection, ...newListing, createdAt };
  const feedUrl = 'https://www.airbnb.com/calendar/ical/48151623.ics?s=0f1e2d3c';
  return {
    NewChannelConnection: { channel: 'ical', feedUrl },
    ChannelConnectionChanges: { status: 'paused' },
    ChannelConnection: connection,
    ChannelConnectionPage: { connections: [connection], nextCursor: null },
    NewChannelListing: newListing,
    ChannelListing: listing,
    ChannelListings: { listings: [listing] },
  };
}

function conflictExamples({ resource, reservation }: Ids) {
  const conflict = {
    id: id.conflict,
    connectionId: id.connection,
    listingId: id.listing,
    reservationId: reservation,
    resourceId: resource,
    inboundEvent: '1418fb94e984-5f3a9c0d@airbnb.com',
    startsAt: '2027-06-11T00:00:00.000Z',
    endsAt: '2027-06-13T00:00:00.000Z',
    createdAt,
    status: 'open',
  };
  return {
    ChannelConflict: conflict,
    ChannelConflictPage: { conflicts: [conflict], nextCursor: null },
    ChannelConflictResolution: { status: 'resolved_relocated' },
  };
}

function feed(resource: string, reservation: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lodging//Feed 1.0//EN',
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'BEGIN:VEVENT',
    `UID:${reservation}.${resource.slice(0, 8)}@api.lodging.example`,
    'DTSTAMP:20270503T090500Z',
    'SEQUENCE:1',
    'DTSTART;VALUE=DATE:20270610',
    'DTEND;VALUE=DATE:20270612',
    'SUMMARY:Reserved',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.join('\r\n')}\r\n`;
}
