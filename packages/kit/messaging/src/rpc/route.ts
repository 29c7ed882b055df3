import type { RequestContext } from '@lodging/kit-runtime';
import { INSUFFICIENT_PERMISSION, permissionRefusal } from './check-permission.ts';
import type { MessageLimits } from './message-limits.ts';
import type { Callers, Operation, Outcome } from './operation.ts';

/** An operation and the function that answers it. */
export interface Route extends MessageLimits {
  readonly subject: string;
  readonly refusals: readonly string[];
  readonly callers: Callers;
  /**
   * Refuses a caller without the permission of the operation. Then parses the body by the contract, rejects where it does not
   * fit, and runs the handler.
   */
  read(body: unknown): (ctx: RequestContext) => Promise<Outcome<unknown>>;
}

export function on<Req, Res>(
  operation: Operation<Req, Res>,
  handle: (request: Req, ctx: RequestContext) => Promise<Outcome<Res>>,
): Route {
  return {
    subject: operation.subject,
    refusals: refusalsOf(operation),
    callers: operation.callers,
    maxRequestBytes: operation.maxRequestBytes,
    maxReplyBytes: operation.maxReplyBytes,
    read(body) {
      let unparsed: unknown = body;
      return async (ctx) => {
        const refusal = permissionRefusal(operation.callers, ctx.caller);
        if (refusal !== undefined) return { ok: false, refusal };
        const request = operation.request.parse(unparsed);
        // A large body is not kept while the handler runs.
        unparsed = undefined;
        return handle(request, ctx);
      };
    },
  };
}

function refusalsOf({ refusals, callers }: Pick<Route, 'refusals' | 'callers'>): readonly string[] {
  return callers.permission === undefined ? refusals : [...refusals, INSUFFICIENT_PERMISSION];
}
