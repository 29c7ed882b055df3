import type { Caller, RequestContext } from '@lodging/kit-runtime';
import type { Requester } from '../domain/requester.ts';

const KINDS: Readonly<Record<Caller['kind'], Requester['kind']>> = {
  secret: 'secret_key',
  publishable: 'publishable_key',
  operator: 'operator',
  platform: 'platform',
  service: 'system',
};

/** The key, or the operator of the session, that sends the request. */
export function requesterOf({ caller, requestId }: RequestContext): Requester {
  const id = (caller.kind === 'operator' ? caller.operatorId : caller.keyId) ?? null;
  return { kind: KINDS[caller.kind], id, requestId };
}
