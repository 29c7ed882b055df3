import { textList } from '../protocol/read-params.ts';
import type { Params } from '../protocol/read-params.ts';

/** Not in the pinned API version any more, but in most examples. */
export type RemovedParam = 'payment_method_types';

export function allowedTypes(params: Params): string[] | null {
  const named = [
    ...textList(params, 'allowed_payment_method_types'),
    ...textList(params, 'payment_method_types'),
  ];
  return named.length === 0 ? null : named;
}
