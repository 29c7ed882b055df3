import type { Api } from '../api.ts';

/** Profiles of guests, for the operator's own system. */
export const guestMethods = ({ change, list, send, call }: Api) => ({
  guests: {
    /** The guests that fit every filter, oldest first. */
    list: list('/v1/guests', 'guests', 'query'),
    /** One guest; an erased one without its data. */
    get: call('get', '/v1/guests/{id}'),
    /** Changes fields of the profile. Bookings keep theirs. */
    update: change('patch', '/v1/guests/{id}'),
    /** The bookings of the guest, oldest first. */
    listStays: list('/v1/guests/{id}/stays', 'bookings', 'query'),
    /** Moves the bookings of another guest to this one. */
    merge: send('post', '/v1/guests/{id}/merge'),
    /** All data of the guest; of a long document the id with which to fetch it. */
    export: call('post', '/v1/guests/{id}/export', true),
    /** Fetches a long document, for 24 hours. */
    getExport: call('get', '/v1/guests/{id}/exports/{exportId}'),
    /** Erases the guest. A repeated call gets the same answer. */
    erase: call('post', '/v1/guests/{id}/erase', true),
  },
});
