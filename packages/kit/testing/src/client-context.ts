import { systemContext } from '@lodging/kit-runtime';
import type { Caller, RequestContext } from '@lodging/kit-runtime';

interface Options {
  readonly timeoutMs: number;
  readonly caller?: Caller;
}

const SECRET_KEY: Caller = { kind: 'secret', permissions: [] };

/** A client's request as it comes from the gateway: by a secret key without permissions unless given. */
export function clientContext(
  tenantId: string,
  livemode: boolean,
  { timeoutMs, caller = SECRET_KEY }: Options,
): RequestContext {
  return { ...systemContext(tenantId, livemode, { timeoutMs }), caller };
}
