import type { Api } from '../api.ts';

/** What is sold, at which prices and on which terms. */
export const sellingMethods = ({ call, find, list, read, send }: Api) => ({
  resources: {
    list: list('/v1/resources', 'resources', 'query'),
    create: send('post', '/v1/resources'),
    get: call('get', '/v1/resources/{id}'),
    /** Fields that are absent keep their value. */
    update: send('patch', '/v1/resources/{id}', true),
    /** The nights one by one: free or not, the lowest price, the restrictions. */
    getCalendar: read('/v1/resources/{id}/calendar', 'query'),
    /** Rate plans; with `from` and `to` also the nightly rates. */
    getRates: find('/v1/resources/{id}/rates'),
    /** Adds or changes rate plans by their code. */
    putRates: send('put', '/v1/resources/{id}/rates'),
    getPricing: call('get', '/v1/resources/{id}/pricing'),
    /** Replaces the prices of every plan that is named. */
    putPricing: send('put', '/v1/resources/{id}/pricing'),
    getRestrictions: call('get', '/v1/resources/{id}/restrictions'),
    /** Replaces the restrictions of every plan that is named. */
    putRestrictions: send('put', '/v1/resources/{id}/restrictions'),
    /** Opens a calendar feed of the resource; its address is shown this once. */
    createFeedToken: send('post', '/v1/resources/{id}/feed-tokens'),
    listFeedTokens: list('/v1/resources/{id}/feed-tokens', 'feedTokens'),
    deleteFeedToken: call('delete', '/v1/resources/{id}/feed-tokens/{tokenId}'),
    /** Replaces the address of a feed; the old one lives for another 24 hours. */
    rotateFeedToken: call('post', '/v1/resources/{id}/feed-tokens/{tokenId}/rotate'),
  },
  roomTypes: {
    list: list('/v1/room-types', 'roomTypes', 'query'),
    create: send('post', '/v1/room-types'),
  },
  rates: {
    /** Sets rates and restrictions of many resources at once: everything or nothing. */
    setBulk: send('post', '/v1/rates/bulk', true),
  },
  taxRules: {
    list: list('/v1/tax-rules', 'taxRules', 'query'),
    get: call('get', '/v1/tax-rules/{code}'),
    put: send('put', '/v1/tax-rules/{code}'),
    delete: call('delete', '/v1/tax-rules/{code}'),
  },
  cancellationPolicies: {
    list: list('/v1/cancellation-policies', 'cancellationPolicies', 'query'),
    get: call('get', '/v1/cancellation-policies/{code}'),
    put: send('put', '/v1/cancellation-policies/{code}'),
    delete: call('delete', '/v1/cancellation-policies/{code}'),
  },
});
