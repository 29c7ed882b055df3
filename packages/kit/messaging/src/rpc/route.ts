import type { RequestContext } from '@lodging/kit-runtime';
import type { Operation, Outcome } from './operation.ts';

/** One row of a service's table of requests. */
export interface Route {
  readonly subject: string;
  readonly refusals: readonly string[];
  /** Reads the body by the contract. Throws when it does not fit; otherwise gives the work to run. */
  read(body: unknown): (ctx: RequestContext) => Promise<Outcome<unknown>>;
}

export function on<Req, Res>(
  operation: Operation<Req, Res>,
  handle: (request: Req, ctx: RequestContext) => Promise<Outcome<Res>>,
): Route {
  return {
    subject: operation.subject,
    refusals: operation.refusals,
    read(body) {
      const request = operation.request.parse(body);
      return (ctx) => handle(request, ctx);
    },
  };
}
