import { counter, createWorkCounter } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import type { MandateProblem, Mandates } from '../mandate/mandates.ts';
import type { ClaimedContext } from './context-headers.ts';
import type { Route } from './route.ts';

const rejected = counter({
  name: 'lodging.rpc.server.rejected',
  unit: '{request}',
  description: 'Requests that were not run because no accepted signer signed their mandate.',
});

/** The context with the caller that its mandate names, or why the request is not run. */
export function admitRequest(
  mandates: Mandates,
  route: Pick<Route, 'subject' | 'callers'>,
  { token, ...claimed }: ClaimedContext,
): RequestContext | MandateProblem {
  const mandate = token === '' ? 'unsigned' : mandates.verify(token, claimed, route);
  if (typeof mandate !== 'string')
    return { ...claimed, caller: mandate.caller, mandate, work: createWorkCounter() };
  rejected.add(1, { 'rpc.method': route.subject, 'error.type': mandate });
  return mandate;
}
