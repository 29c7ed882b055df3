import type { RequestContext } from '@lodging/kit-runtime';
import type { MessageLimits } from './message-limits.ts';
import type { Callers, Operation, Outcome } from './operation.ts';

/** An operation and the function that answers it. */
export interface Route extends MessageLimits {
  readonly subject: string;
  readonly refusals: readonly string[];
  readonly callers: Callers;
  /** Parses the body by the contract, and throws where it does not fit. The result runs the handler. */
  read(body: unknown): (ctx: RequestContext) => Promise<Outcome<unknown>>;
}

export function on<Req, Res>(
  operation: Operation<Req, Res>,
  handle: (request: Req, ctx: RequestContext) => Promise<Outcome<Res>>,
): Route {
  return {
    subject: operation.subject,
    refusals: operation.refusals,
    callers: operation.callers,
    maxRequestBytes: operation.maxRequestBytes,
    maxReplyBytes: operation.maxReplyBytes,
    read(body) {
      const request = operation.request.parse(body);
      return (ctx) => handle(request, ctx);
    },
  };
}
