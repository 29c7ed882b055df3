import type { PageQuery, Permission } from '@lodging/contract-public';
import { isUuid, ok, refuse } from '@lodging/kernel';
import type { ListPosition, Page, Result } from '@lodging/kernel';
import { validationProblem } from '@lodging/kit-http';
import type { Problem } from '@lodging/kit-http';
import type { Bus, Forwarded, Operation, Outcome } from '@lodging/kit-messaging';
import type { RequestContext } from '@lodging/kit-runtime';
import type { z } from 'zod';
import type { Access } from '../../domain/access.ts';
import type { SessionRepository } from '../../ports.ts';
import type { StartOperatorSessionDeps } from '../../use-cases/start-operator-session.ts';
import { creationOrder, opaqueOrder, readPage } from '../cursor.ts';
import type { PositionFormat } from '../cursor.ts';
import { listPage, unparsed } from './wire.ts';
import type { SuccessStatus, ToResponse } from './wire.ts';

/** What a route may use of a request besides its body and query. */
interface RequestParts {
  /** The id in the path in lower case, and the id of the record below it where the path has two; '' where absent. */
  readonly id: string;
  readonly innerId: string;
  /** The token in the path; it is case-sensitive. */
  readonly token: string;
  /** The public address of the API, without a slash at the end. */
  readonly publicUrl: string;
  readonly idempotencyKey: string;
  readonly ifNoneMatch: string | undefined;
  /** The id of the API key or the operator session. */
  readonly credentialId: string | undefined;
  /** The time zone of the tenant, and its local date. */
  readonly timezone: string;
  readonly today: () => Temporal.PlainDate;
}

export interface PublicRequest extends RequestParts {
  readonly query: unknown;
  readonly body: unknown;
  /** The position in the cursor, or undefined when the cursor was not issued for this list. */
  readonly verifyCursor: (list: string, cursor: string) => string | undefined;
}

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With the placeholders of OpenAPI: `/v1/resources/{id}`. */
  readonly path: string;
  readonly access: Access;
  /** A permission that the key must have. */
  readonly permission?: Permission | undefined;
  readonly takesIdempotencyKey: boolean;
  /** For a route with open access: requests per minute and client network. */
  readonly requestsPerMinute?: number | undefined;
  readonly bodyLimitBytes?: number | undefined;
  readonly cacheControl?: string | undefined;
  readonly vary?: string | undefined;
  /** `application/json` where absent. */
  readonly mediaType?: string | undefined;
  /** False where the route does not answer preflight requests. */
  readonly cors: boolean;
  readonly timeoutMs: number;
  /** The status of a success; a replayed create answers 200. */
  readonly status: SuccessStatus;
  readonly operation: { readonly refusals: readonly string[]; readonly response: z.ZodType };
  /** The API document is generated from these schemas. */
  readonly shapes: { readonly body?: z.ZodType; readonly query?: z.ZodType };
  readonly toResponse: ToResponse;
}

/** Handled by another service: `read` validates the request and gives the RPC to forward. */
export interface ForwardedRoute extends RouteBase {
  readonly kind: 'forwarded';
  readonly operation: RouteBase['operation'] & { readonly subject: string };
  readonly read: (request: PublicRequest) => Result<Forward, Problem>;
}

export type Forward = (bus: Pick<Bus, 'forward'>, ctx: RequestContext) => Promise<Forwarded>;

/** Handled by the gateway itself: `read` validates the request and gives the work to run. */
export interface LocalRoute extends RouteBase {
  readonly kind: 'local';
  readonly read: (request: PublicRequest) => Result<RunLocally, Problem>;
}

export type RunLocally = (deps: LocalDeps, ctx: RequestContext) => Promise<Outcome<unknown>>;

export interface LocalDeps extends StartOperatorSessionDeps {
  readonly sessions: Pick<SessionRepository, 'add' | 'end'>;
}

export type PublicRoute = ForwardedRoute | LocalRoute;

/** The timeout of a request, by what its operation does. `booking` operations may call the payment provider. */
export const TIMEOUT_MS = { read: 2_000, report: 5_000, write: 5_000, booking: 15_000 } as const;

interface Declaration extends Omit<Partial<RouteBase>, 'timeoutMs' | 'shapes' | 'operation'> {
  readonly method: RouteBase['method'];
  readonly path: string;
  readonly access: Access;
  readonly timeout: keyof typeof TIMEOUT_MS;
  /** The 404 of a malformed id in the path: the same as for an unknown id. */
  readonly notFound?: string;
  readonly innerNotFound?: string;
}

interface WithSchemas<Body extends z.ZodType, Query extends z.ZodType> {
  readonly body?: Body;
  readonly query?: Query;
}

interface Input<Body extends z.ZodType, Query extends z.ZodType> extends RequestParts {
  readonly body: z.output<Body>;
  readonly query: z.output<Query>;
}

export function route<Req, Res, Body extends z.ZodType, Query extends z.ZodType>(
  declaration: Declaration &
    WithSchemas<Body, Query> & {
      readonly operation: Operation<Req, Res>;
      readonly request: (input: Input<Body, Query>) => Req;
    },
): ForwardedRoute {
  const { operation, request } = declaration;
  const base = routeBase(declaration, operation);
  const options = { timeoutMs: base.timeoutMs };
  return {
    ...base,
    kind: 'forwarded',
    operation,
    read(given) {
      const input = parseInput(declaration, given);
      if (!input.ok) return input;
      const payload = request(input.value);
      return ok((bus, ctx) => bus.forward(operation, payload, ctx, options));
    },
  };
}

export function localRoute<Res, Body extends z.ZodType, Query extends z.ZodType>(
  declaration: Declaration &
    WithSchemas<Body, Query> & {
      readonly operation: { readonly refusals: readonly string[]; readonly response: z.ZodType<Res> };
      readonly run: (
        deps: LocalDeps,
        ctx: RequestContext,
        input: Input<Body, Query>,
      ) => Promise<Outcome<Res>>;
    },
): LocalRoute {
  const { operation, run } = declaration;
  return {
    ...routeBase(declaration, operation),
    kind: 'local',
    read(given) {
      const input = parseInput(declaration, given);
      if (!input.ok) return input;
      return ok((deps, ctx) => run(deps, ctx, input.value));
    },
  };
}

interface ListDeclaration<Req, Res, Query extends z.ZodType<PageQuery>, Position> extends Omit<
  Declaration,
  'method' | 'timeout'
> {
  readonly operation: Operation<Req, Res>;
  /** The name of the list in cursors. */
  readonly list: string;
  readonly query: Query;
  readonly request: (page: Page<Position>, query: z.output<Query>, parts: RequestParts) => Req;
}

/** A paged list: `{ <list>: [...], nextCursor }`. */
export function listRoute<Req, Res, Query extends z.ZodType<PageQuery>>(
  declaration: ListDeclaration<Req, Res, Query, ListPosition>,
): ForwardedRoute {
  return pagedRoute(declaration, creationOrder);
}

/** A paged list whose service writes its positions as text of its own. */
export function opaqueListRoute<Req, Res, Query extends z.ZodType<PageQuery>>(
  declaration: ListDeclaration<Req, Res, Query, string>,
): ForwardedRoute {
  return pagedRoute(declaration, opaqueOrder);
}

function pagedRoute<Req, Res, Query extends z.ZodType<PageQuery>, Position>(
  declaration: ListDeclaration<Req, Res, Query, Position>,
  format: PositionFormat<Position>,
): ForwardedRoute {
  const { operation, list, query, request } = declaration;
  const toResponse = listPage(list, format);
  const base = routeBase({ ...declaration, method: 'GET', timeout: 'read', toResponse }, operation);
  const options = { timeoutMs: base.timeoutMs };
  return {
    ...base,
    kind: 'forwarded',
    operation,
    read(given) {
      const parsed = parse(query, given.query);
      if (!parsed.ok) return parsed;
      const page = readPage(parsed.value, format, (cursor) => given.verifyCursor(list, cursor));
      if (!page.ok) return page;
      const unknown = malformedId(declaration, given);
      if (unknown !== undefined) return unknown;
      const payload = request(page.value, parsed.value, given);
      return ok((bus, ctx) => bus.forward(operation, payload, ctx, options));
    },
  };
}

function routeBase(
  declaration: Declaration & WithSchemas<z.ZodType, z.ZodType>,
  operation: RouteBase['operation'],
): RouteBase {
  const { body, query } = declaration;
  return {
    method: declaration.method,
    path: declaration.path,
    access: declaration.access,
    permission: declaration.permission,
    requestsPerMinute: declaration.requestsPerMinute,
    bodyLimitBytes: declaration.bodyLimitBytes,
    cacheControl: declaration.cacheControl,
    vary: declaration.vary,
    mediaType: declaration.mediaType,
    takesIdempotencyKey: declaration.takesIdempotencyKey ?? false,
    cors: declaration.cors ?? true,
    timeoutMs: TIMEOUT_MS[declaration.timeout],
    status: declaration.status ?? 200,
    operation,
    shapes: { ...(body === undefined ? {} : { body }), ...(query === undefined ? {} : { query }) },
    toResponse: declaration.toResponse ?? unparsed,
  };
}

/** Checks body, then query, then the ids in the path. */
function parseInput<Body extends z.ZodType, Query extends z.ZodType>(
  declaration: Declaration & WithSchemas<Body, Query>,
  request: PublicRequest,
): Result<Input<Body, Query>, Problem> {
  const body = parse(declaration.body, request.body);
  if (!body.ok) return body;
  const query = parse(declaration.query, request.query);
  if (!query.ok) return query;
  const unknown = malformedId(declaration, request);
  if (unknown !== undefined) return unknown;
  return ok({ ...request, body: body.value, query: query.value });
}

function parse<S extends z.ZodType>(schema: S | undefined, value: unknown): Result<z.output<S>, Problem> {
  if (schema === undefined) return ok(undefined as z.output<S>);
  const parsed = schema.safeParse(value);
  return parsed.success ? ok(parsed.data) : { ok: false, refusal: validationProblem(parsed.error) };
}

function malformedId(
  { notFound, innerNotFound }: Pick<Declaration, 'notFound' | 'innerNotFound'>,
  { id, innerId }: RequestParts,
): { ok: false; refusal: Problem } | undefined {
  if (notFound !== undefined && !isUuid(id)) return refuse(notFound, NOTHING_FOUND);
  if (innerNotFound !== undefined && !isUuid(innerId)) return refuse(innerNotFound, NOTHING_FOUND);
  return undefined;
}

const NOTHING_FOUND = 'There is nothing with this id.';
