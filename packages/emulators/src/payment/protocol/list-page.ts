import type Stripe from 'stripe';
import { invalidParameter, resourceMissing } from './api-error.ts';
import { optionalInteger, optionalText, refuseUnknown, section } from './read-params.ts';
import type { Params } from './read-params.ts';

interface Listed {
  readonly id: string;
  readonly created: number;
}

export const LIST_PARAMS = ['created', 'ending_before', 'expand', 'limit', 'starting_after'];

/** `kind` names the object in "No such …", for a cursor that is not in the list. */
export function listPage<T extends Listed>(
  all: readonly T[],
  params: Params,
  kind: string,
  url: string,
): Stripe.ApiList<T> {
  const limit = optionalInteger(params, 'limit') ?? 10;
  if (limit < 1 || limit > 100)
    throw invalidParameter('limit', 'Limit must be between 1 and 100.', 'parameter_invalid_integer');
  const within = createdWithin(params);
  const kept = all.filter((object) => within(object.created));
  const after = optionalText(params, 'starting_after');
  const before = optionalText(params, 'ending_before');
  if (before !== undefined) {
    const newer = kept.slice(0, positionOf(kept, before, kind, 'ending_before'));
    return { object: 'list', data: newer.slice(-limit), has_more: newer.length > limit, url };
  }
  const older = after === undefined ? kept : kept.slice(positionOf(kept, after, kind, 'starting_after') + 1);
  return { object: 'list', data: older.slice(0, limit), has_more: older.length > limit, url };
}

export function refuseUnknownListParams(params: Params, others: readonly string[] = []): void {
  refuseUnknown(params, [...LIST_PARAMS, ...others]);
}

function positionOf(all: readonly Listed[], id: string, kind: string, param: string): number {
  const position = all.findIndex((object) => object.id === id);
  if (position === -1) throw resourceMissing(kind, id, param);
  return position;
}

function createdWithin(params: Params): (created: number) => boolean {
  if (typeof params['created'] === 'string') {
    const exactly = optionalInteger(params, 'created');
    return (created) => exactly === undefined || created === exactly;
  }
  const range = section(params, 'created') ?? {};
  const gt = optionalInteger(range, 'gt') ?? -Infinity;
  const gte = optionalInteger(range, 'gte') ?? -Infinity;
  const lt = optionalInteger(range, 'lt') ?? Infinity;
  const lte = optionalInteger(range, 'lte') ?? Infinity;
  return (created) => created > gt && created >= gte && created < lt && created <= lte;
}
