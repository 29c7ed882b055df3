import type { Result } from '@lodging/kernel';
import type { FxRates, Neighbours } from './ports.ts';

const NIL_TENANT = '00000000-0000-0000-0000-000000000000';

export function putFxRates(
  { neighbours }: { neighbours: Pick<Neighbours, 'putFxRates'> },
  rates: FxRates,
  requestId: string,
): Promise<Result<FxRates>> {
  return neighbours.putFxRates({ tenantId: NIL_TENANT, livemode: true, requestId }, rates);
}
