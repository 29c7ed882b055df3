import type { Api } from '../api.ts';

/** Imported and exported calendars. */
export const channelMethods = ({ call, list, send, text }: Api) => ({
  feeds: {
    /** Retrieves the unavailable nights of a resource as iCalendar text. Needs no key. */
    get: text('/v1/feeds/{token}.ics'),
  },
  channelConnections: {
    /** Connects a calendar of another channel, which is read now and then every 15 minutes. */
    create: send('post', '/v1/channel-connections'),
    /** All connections, with the outcome of their last read. */
    list: list('/v1/channel-connections', 'connections', 'query'),
    /** One connection, with the outcome of its last read. */
    get: call('get', '/v1/channel-connections/{id}'),
    /** Pauses or resumes the connection. */
    update: send('patch', '/v1/channel-connections/{id}', true),
    /** Disconnects the calendar, and removes its blocks. */
    delete: call('delete', '/v1/channel-connections/{id}'),
    /** Starts a sync; `lastSyncAt` is the time of the last one. */
    sync: call('post', '/v1/channel-connections/{id}/sync', true),
    /** The last 200 reads of the feed, newest first. */
    listReads: list('/v1/channel-connections/{id}/reads', 'reads', 'query'),
    /** Maps the connection to a resource. */
    createListing: send('post', '/v1/channel-connections/{id}/listings'),
    /** The resources that the connection blocks. */
    listListings: list('/v1/channel-connections/{id}/listings', 'listings'),
    /** Takes a resource off the connection; its blocks go with it. */
    deleteListing: call('delete', '/v1/channel-connections/{id}/listings/{listingId}'),
  },
  channelConflicts: {
    /** Stays that were sold here and by another channel, too. */
    list: list('/v1/channel/conflicts', 'conflicts', 'query'),
    /** Records how a conflict was resolved. */
    resolve: send('patch', '/v1/channel/conflicts/{id}'),
  },
});
