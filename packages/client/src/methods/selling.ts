import type { Api } from '../api.ts';
import { browsingMethods } from './browsing.ts';

/** Resources, prices, restrictions and policies. */
export const sellingMethods = (api: Api) => {
  const { call, change, create, end, find, list, read, send } = api;
  return {
    resources: {
      ...browsingMethods(api).resources,
      /** Adds something to sell: a room, an apartment, a villa, or anything by time. */
      create: send('post', '/v1/resources'),
      /** Updates the resource; absent fields stay unchanged. */
      update: send('patch', '/v1/resources/{id}', true),
      /** Lists rate plans; with `from` and `to` also the nightly rates. */
      getRates: find('/v1/resources/{id}/rates'),
      /** Creates or updates rate plans by their code. */
      putRates: send('put', '/v1/resources/{id}/rates'),
      /** The prices of each plan. */
      getPricing: list('/v1/resources/{id}/pricing', 'pricing', 'query'),
      /** Replaces the prices of each plan in the request. */
      putPricing: send('put', '/v1/resources/{id}/pricing'),
      /** The restrictions of each plan, by date. */
      getRestrictions: list('/v1/resources/{id}/restrictions', 'restrictions', 'query'),
      /** Replaces the restrictions of each plan in the request. */
      putRestrictions: send('put', '/v1/resources/{id}/restrictions'),
      /** Creates a calendar feed of the resource; its address is returned only once. */
      createFeedToken: send('post', '/v1/resources/{id}/feed-tokens'),
      /** The calendar feeds of the resource, without their addresses. */
      listFeedTokens: list('/v1/resources/{id}/feed-tokens', 'feedTokens'),
      /** Closes a calendar feed. */
      deleteFeedToken: call('delete', '/v1/resources/{id}/feed-tokens/{tokenId}'),
      /** Rotates the address of a feed; the old one works for another 24 hours. */
      rotateFeedToken: call('post', '/v1/resources/{id}/feed-tokens/{tokenId}/rotate'),
    },
    roomTypes: {
      /** All room types. */
      list: list('/v1/room-types', 'roomTypes', 'query'),
      /** Adds a room type, with its limits of guests. */
      create: send('post', '/v1/room-types'),
    },
    blocks: {
      /** All units off sale, with imported ones where `imported` is true. */
      list: list('/v1/blocks', 'blocks', 'query'),
      /** Takes units off sale. */
      create: create('/v1/blocks'),
      /** One block. */
      get: read('/v1/blocks/{id}'),
      /** Updates the block in one move; absent fields stay unchanged. */
      update: change('patch', '/v1/blocks/{id}'),
      /** Puts the units on sale again. */
      delete: end('delete', '/v1/blocks/{id}'),
    },
    occupancy: {
      /** Stays, holds and blocks of a page of resources. */
      get: read('/v1/occupancy', 'query'),
    },
    rates: {
      /** Sets rates and restrictions of many resources in one transaction. */
      setBulk: send('post', '/v1/rates/bulk', true),
      /** The rates and limits of a room type, by plan and date. */
      getBulk: find('/v1/rates/bulk'),
    },
    taxRules: {
      /** All tax rules. */
      list: list('/v1/tax-rules', 'taxRules', 'query'),
      /** One tax rule. */
      get: call('get', '/v1/tax-rules/{code}'),
      /** Adds or replaces a tax rule; stays that are sold keep theirs. */
      put: send('put', '/v1/tax-rules/{code}'),
      /** Removes a tax rule; stays that are sold keep it. */
      delete: call('delete', '/v1/tax-rules/{code}'),
    },
    cancellationPolicies: {
      /** All cancellation policies. */
      list: list('/v1/cancellation-policies', 'cancellationPolicies', 'query'),
      /** One cancellation policy. */
      get: call('get', '/v1/cancellation-policies/{code}'),
      /** Adds or replaces a policy; stays that are sold keep theirs. */
      put: send('put', '/v1/cancellation-policies/{code}'),
      /** Removes a policy that nothing names any more; stays that are sold keep it. */
      delete: call('delete', '/v1/cancellation-policies/{code}'),
    },
  };
};
