import type { RequestContext } from '@lodging/kit-runtime';
import { endOperatorSession, startOperatorSession } from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import type { Forwarded, Operation, Outcome } from '@lodging/kit-messaging';
import { countNotLetIn } from '../../metrics.ts';
import type { SessionStore } from '../../use-cases/ports.ts';
import type { StartSession } from '../../use-cases/start-operator-session.ts';
import type { Forwarder } from './public-route.ts';

export interface ServedHere {
  readonly startSession: StartSession;
  readonly sessions: Pick<SessionStore, 'end'>;
}

const REASONS = { invalid_credentials: 'operator_password', rate_limited: 'too_many_tries' } as const;

type Serve = (request: unknown, ctx: RequestContext) => Promise<Outcome<unknown>>;

export function servingHere(bus: Forwarder, { startSession, sessions }: ServedHere): Forwarder {
  const here = new Map<string, Serve>([
    row(startOperatorSession, async (request) => {
      const started = await startSession(request);
      if (!started.ok) countNotLetIn(REASONS[started.refusal.code]);
      return started;
    }),
    row(endOperatorSession, async ({ sessionId }, { tenantId }) => {
      await sessions.end(tenantId, sessionId);
      return ok({});
    }),
  ]);
  return {
    forward(operation, request, ctx, options) {
      const serve = here.get(operation.subject);
      if (serve === undefined) return bus.forward(operation, request, ctx, options);
      return serve(request, ctx).then(bytesOf);
    },
  };
}

/** What the table sends has been read by the operation's own shape. */
function row<Req, Res>(
  operation: Operation<Req, Res>,
  serve: (request: Req, ctx: RequestContext) => Promise<Outcome<Res>>,
): [string, Serve] {
  return [operation.subject, (request, ctx) => serve(request as Req, ctx)];
}

function bytesOf(outcome: Outcome<unknown>): Forwarded {
  if (!outcome.ok) return outcome;
  return { ok: true, body: Buffer.from(JSON.stringify(outcome.value)), replayed: outcome.replayed === true };
}
