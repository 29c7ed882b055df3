import type { AdminScope } from '@lodging/contract-public';
import { isUuid, ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { validationProblem } from '@lodging/kit-http';
import type { Problem } from '@lodging/kit-http';
import type { z } from 'zod';
import type { AuditSource } from '../../domain/audit/audit.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import type { AdminContext } from '../../use-cases/audit/audit-entry.ts';
import type { ClientAddressOf } from '../client-address.ts';
import type { CursorSigner } from '../cursor.ts';

export type AdminDeps = Pick<
  GatewayDeps,
  | 'tenants'
  | 'apiKeys'
  | 'apiKeyCache'
  | 'operators'
  | 'passwords'
  | 'adminTokens'
  | 'adminTokenFinder'
  | 'audit'
  | 'payments'
  | 'inventory'
  | 'channels'
  | 'notifications'
  | 'reservations'
  | 'services'
  | 'reportOwnHealth'
  | 'clock'
  | 'newId'
  | 'randomBytes'
  | 'digest'
> & {
  readonly clientAddressOf: ClientAddressOf;
  readonly cursors: CursorSigner;
};

export interface AdminRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly source: AuditSource;
}

export interface AdminRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** That an admin token needs for it; `root` is for the root token alone. */
  readonly scope: AdminScope | 'root';
  readonly status: 200 | 201 | 202 | 204;
  /** The state against which `handle` checks requests. */
  readonly shapes: { readonly body?: z.ZodType | undefined; readonly query?: z.ZodType | undefined };
  /** Gives the body of the response. */
  readonly handle: (deps: AdminDeps, request: AdminRequest) => Promise<Result<unknown, Problem>>;
}

interface Input<Body, Query> {
  readonly tokenId: string;
  readonly keyId: string;
  readonly operatorId: string;
  readonly connectionId: string;
  readonly deadLetterId: string;
  readonly webhookEndpointId: string;
  readonly bookingId: string;
  readonly body: Body;
  readonly query: Query;
}

interface Declaration<Value, Body extends z.ZodType, Query extends z.ZodType> extends Pick<
  AdminRoute,
  'method' | 'path' | 'scope' | 'status'
> {
  readonly body?: Body;
  readonly query?: Query;
  /** The timeout; 5 s by default. */
  readonly timeoutMs?: number;
  /** The context is that of the platform, for the tenant in the path. */
  readonly run: (
    deps: AdminDeps,
    ctx: AdminContext,
    input: Input<z.output<Body>, z.output<Query>>,
  ) => Promise<Result<Value, Problem>>;
  /** The value itself where absent. */
  readonly toWire?: (value: Value) => unknown;
}

const TIMEOUT_MS = 5_000;
const NIL_TENANT = '00000000-0000-0000-0000-000000000000';

/** The 404 of an id in the path that is no UUID: the same as for an unknown id. */
const NOT_FOUND: Readonly<Record<string, Problem>> = {
  id: refuse('tenant_not_found', 'There is no such tenant.').refusal,
  tokenId: refuse('admin_token_not_found', 'There is no such admin token.').refusal,
  keyId: refuse('api_key_not_found', 'The tenant has no such API key.').refusal,
  operatorId: refuse('operator_not_found', 'The tenant has no such operator.').refusal,
  connectionId: refuse('connection_not_found', 'The tenant has no such connection.').refusal,
  webhookEndpointId: refuse('webhook_endpoint_not_found', 'The tenant has no such webhook endpoint.').refusal,
  bookingId: refuse('booking_not_found', 'There is no such booking.').refusal,
  deadLetterId: refuse('dead_letter_not_found', 'There is no such dead letter.').refusal,
};

export function adminRoute<Value, Body extends z.ZodType, Query extends z.ZodType>(
  declaration: Declaration<Value, Body, Query>,
): AdminRoute {
  const { method, path, scope, status, timeoutMs = TIMEOUT_MS, run } = declaration;
  const { toWire = (value: Value): unknown => value } = declaration;
  return {
    method,
    path,
    scope,
    status,
    shapes: { body: declaration.body, query: declaration.query },
    async handle(deps, { params, source, ...request }) {
      const body = parse(declaration.body, request.body);
      if (!body.ok) return body;
      const query = parse(declaration.query, request.query);
      if (!query.ok) return query;
      const malformed = Object.keys(params).find((name) => !isUuid(params[name] ?? ''));
      const problem = malformed === undefined ? undefined : NOT_FOUND[malformed];
      if (problem !== undefined) return { ok: false, refusal: problem };
      const idOf = (name: string) => (params[name] ?? '').toLowerCase();
      const done = await run(deps, platformContext(idOf('id') || NIL_TENANT, source, timeoutMs), {
        tokenId: idOf('tokenId'),
        keyId: idOf('keyId'),
        operatorId: idOf('operatorId'),
        connectionId: idOf('connectionId'),
        deadLetterId: idOf('deadLetterId'),
        webhookEndpointId: idOf('webhookEndpointId'),
        bookingId: idOf('bookingId'),
        body: body.value,
        query: query.value,
      });
      return done.ok ? ok(toWire(done.value)) : done;
    },
  };
}

function platformContext(tenantId: string, source: AuditSource, timeoutMs: number): AdminContext {
  const caller = { kind: 'platform' as const, permissions: [] };
  const deadline = Date.now() + timeoutMs;
  return { tenantId, livemode: true, requestId: source.requestId, deadline, caller, source };
}

function parse<S extends z.ZodType>(schema: S | undefined, value: unknown): Result<z.output<S>, Problem> {
  if (schema === undefined) return ok(undefined as z.output<S>);
  const parsed = schema.safeParse(value);
  return parsed.success ? ok(parsed.data) : { ok: false, refusal: validationProblem(parsed.error) };
}
