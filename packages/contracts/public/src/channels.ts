import {
  changeConnection,
  conflict,
  conflictStatus,
  connection,
  createConnection,
  createFeedToken,
  createListing,
  exampleConnectionId,
  feedRead,
  resolveConflict,
} from '@lodging/contract-channels';
import { exampleIds } from '@lodging/contract-wire';
import { z } from 'zod';
import { listPage, pageQuery } from './paging.ts';

export const feedTokenBody = createFeedToken.request
  .omit({ resourceId: true, publicUrl: true })
  .meta({
    id: 'NewFeedToken',
    description: 'A feed to create. `excludeConnectionId` excludes events imported through that connection.',
    example: { name: 'Airbnb', excludeConnectionId: exampleConnectionId },
  })
  .optional();

/** The response is text, not JSON. */
export const calendarFeed = z.string().meta({
  id: 'CalendarFeed',
  description: 'An iCalendar object (RFC 5545).',
  example: [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lodging//Feed 1.0//EN',
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'BEGIN:VEVENT',
    `UID:${exampleIds.reservation}.${exampleIds.resource.slice(0, 8)}@api.lodging.example`,
    'DTSTAMP:20270503T090500Z',
    'SEQUENCE:1',
    'DTSTART;VALUE=DATE:20270610',
    'DTEND;VALUE=DATE:20270612',
    'SUMMARY:Reserved',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n'),
});

/** The channels service decides whether the address may be fetched. */
export const connectionBody = createConnection.request.meta({
  id: 'NewChannelConnection',
  description: 'The calendar to import.',
  example: {
    channel: 'ical',
    feedUrl: 'https://www.airbnb.com/calendar/ical/48151623.ics?s=0f1e2d3c',
  },
});
export const connectionChangesBody = changeConnection.request.omit({ connectionId: true }).meta({
  id: 'ChannelConnectionChanges',
  description: 'Pauses or resumes the connection.',
  example: { status: 'paused' },
});
export const connectionPage = listPage('connections', connection, {
  id: 'ChannelConnectionPage',
  description: 'A page of connections.',
});
export const feedReadPage = listPage('reads', feedRead, {
  id: 'ChannelReadPage',
  description: 'A page of the fetches of a connection.',
});

export const listingBody = createListing.request.omit({ connectionId: true }).meta({
  id: 'NewChannelListing',
  description: 'The resource of the calendar.',
  example: { resourceId: exampleIds.resource, externalListingId: '48151623' },
});

export const conflictsQuery = pageQuery.extend({
  status: conflictStatus.optional().meta({ description: 'Conflicts in this status.' }),
});
export const conflictResolutionBody = resolveConflict.request
  .omit({ conflictId: true })
  .extend({
    changeToken: z.string().min(1).optional().meta({
      description: 'With `resolved_relocated`: of a change quote of the stay, which is applied.',
    }),
  })
  .refine(({ status, changeToken }) => changeToken === undefined || status === 'resolved_relocated', {
    path: ['changeToken'],
    message: 'requires the status resolved_relocated',
  })
  .meta({
    id: 'ChannelConflictResolution',
    description: 'The resolution of the conflict.',
    example: { status: 'resolved_relocated' },
  });
export const conflictPage = listPage('conflicts', conflict, {
  id: 'ChannelConflictPage',
  description: 'A page of conflicts.',
});
