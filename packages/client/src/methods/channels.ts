import type { Api } from '../api.ts';

/** Calendars in and out. */
export const channelMethods = ({ call, list, send, text }: Api) => ({
  feeds: {
    /** A resource's taken nights as iCalendar text. Needs no key. */
    get: text('/v1/feeds/{token}.ics'),
  },
  channelConnections: {
    create: send('post', '/v1/channel-connections'),
    list: list('/v1/channel-connections', 'connections', 'query'),
    get: call('get', '/v1/channel-connections/{id}'),
    /** Pauses or resumes. */
    update: send('patch', '/v1/channel-connections/{id}', true),
    /** Disconnects the calendar; its blocks go with it. */
    delete: call('delete', '/v1/channel-connections/{id}'),
    /** Reads the feed now; `lastSyncAt` tells when it was. */
    sync: call('post', '/v1/channel-connections/{id}/sync', true),
    /** Maps the connection to a resource. */
    createListing: send('post', '/v1/channel-connections/{id}/listings'),
    listListings: list('/v1/channel-connections/{id}/listings', 'listings'),
    deleteListing: call('delete', '/v1/channel-connections/{id}/listings/{listingId}'),
  },
  channelConflicts: {
    list: list('/v1/channel/conflicts', 'conflicts', 'query'),
    resolve: send('patch', '/v1/channel/conflicts/{id}'),
  },
});
