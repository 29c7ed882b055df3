import { clientLimits } from '@lodging/contract-reservations';
import type { ClientLimits } from '@lodging/contract-reservations';
import type { RequestContext } from '@lodging/kit-runtime';

/** Of a publishable key; no other caller is limited. The gateway has signed them: malformed ones are a fault, not a refusal. */
export function limitsOfCaller({ caller }: Pick<RequestContext, 'caller'>): ClientLimits | undefined {
  return caller.limits && clientLimits.parse(caller.limits);
}
