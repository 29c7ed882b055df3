import type { Api } from '../api.ts';

/** What is sold, as guests see it. */
export const browsingMethods = ({ call, list, read }: Api) => ({
  resources: {
    /** What the tenant sells. */
    list: list('/v1/resources', 'resources', 'query'),
    /** One resource. */
    get: call('get', '/v1/resources/{id}'),
    /** Retrieves the calendar: availability, lowest price and restrictions per night. */
    getCalendar: read('/v1/resources/{id}/calendar', 'query'),
  },
});
