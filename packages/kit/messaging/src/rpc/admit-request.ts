import { counter } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { readCaller } from '../mandate/caller.ts';
import type { MandateProblem, Mandates } from '../mandate/mandates.ts';
import type { ClaimedContext } from './context-headers.ts';
import type { Route } from './route.ts';

const rejected = counter({
  name: 'lodging.rpc.server.rejected',
  unit: '{request}',
  description: 'Requests that were not run because nobody whom the operation accepts vouched for them.',
});
const unsigned = counter({
  name: 'lodging.rpc.server.unsigned',
  unit: '{request}',
  description: 'Requests without a signature that were run because BUS_TRUST is mixed.',
});

/** The context with the caller that its mandate names, or why the request is not run. */
export function admitRequest(
  mandates: Mandates,
  route: Pick<Route, 'subject' | 'callers'>,
  { token, callerJson, ...claimed }: ClaimedContext,
): RequestContext | MandateProblem {
  const admitted =
    token === ''
      ? admitUnsigned(mandates, route, claimed, callerJson)
      : mandates.verify(token, claimed, route.callers);
  if (typeof admitted === 'string') {
    rejected.add(1, { 'rpc.method': route.subject, 'error.type': admitted });
    return admitted;
  }
  return 'token' in admitted ? { ...claimed, caller: admitted.caller, mandate: admitted } : admitted;
}

function admitUnsigned(
  { acceptsUnsigned }: Mandates,
  { subject }: Pick<Route, 'subject'>,
  claimed: Omit<ClaimedContext, 'token' | 'callerJson'>,
  callerJson = '',
): RequestContext | MandateProblem {
  if (!acceptsUnsigned) return 'unsigned';
  const caller = readCaller(callerJson);
  if (caller === undefined) return 'malformed';
  unsigned.add(1, { 'rpc.method': subject });
  return { ...claimed, caller };
}
