import type { PageQuery, Permission } from '@lodging/contract-public';
import { isUuid, ok, refuse } from '@lodging/kernel';
import type { ListPosition, Page, Result } from '@lodging/kernel';
import { validationProblem } from '@lodging/kit-http';
import type { Problem } from '@lodging/kit-http';
import type { Operation, Outcome } from '@lodging/kit-messaging';
import type { RequestContext } from '@lodging/kit-runtime';
import type { z } from 'zod';
import type { Deed } from '../../domain/audit.ts';
import type { Learned } from '../../use-cases/audited-call.ts';
import { creationOrder, opaqueOrder, readPage } from '../cursor.ts';
import type { PositionFormat } from '../cursor.ts';
import type {
  Amend,
  AuditedRequest,
  ForwardedRoute,
  LocalDeps,
  LocalRoute,
  PublicRequest,
  RequestParts,
  RouteBase,
} from './public-route.ts';
import { listPage, requestsOfRefusedSearch, searchPage, unparsed } from './wire.ts';

/** The timeout of a request, by what its operation does. `booking` operations may call the payment provider. */
const TIMEOUT_MS = { read: 2_000, report: 5_000, write: 5_000, booking: 15_000 } as const;

interface Declaration extends Omit<Partial<RouteBase>, 'timeoutMs' | 'shapes' | 'operation'> {
  readonly method: RouteBase['method'];
  readonly path: string;
  readonly docs: RouteBase['docs'];
  readonly access: RouteBase['access'];
  readonly permission: RouteBase['permission'];
  readonly timeout: keyof typeof TIMEOUT_MS;
  /** The 404 of a malformed id in the path: the same as for an unknown id. */
  readonly notFound?: string;
  readonly innerNotFound?: string;
}

/** Records the request in the audit trail; see `auditedCall`. */
interface AuditDeclaration<Res, Given> {
  readonly action: string;
  /** Undefined where this request is not recorded. */
  readonly deed: (input: Given) => Pick<Deed, 'target' | 'changes'> | undefined;
  readonly learn: (response: Res) => Learned;
}

function auditedRequest<Res, Given>(
  { action, deed, learn }: AuditDeclaration<Res, Given>,
  operation: { readonly response: z.ZodType<Res> },
  input: Given,
): AuditedRequest | undefined {
  const known = deed(input);
  if (known === undefined) return undefined;
  return {
    action,
    ...known,
    learn(body) {
      const response = operation.response.safeParse(JSON.parse(Buffer.from(body).toString('utf8')));
      return response.success ? learn(response.data) : {};
    },
  };
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
      readonly audit?: AuditDeclaration<Res, Input<Body, Query>>;
    },
): ForwardedRoute {
  const { operation, request, audit } = declaration;
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
      return ok({
        send: (bus, ctx) => bus.forward(operation, payload, ctx, options),
        audited: audit && auditedRequest(audit, operation, input.value),
      });
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
  'method' | 'timeout' | 'permission'
> {
  readonly amend?: Amend;
  /** `read` where absent. */
  readonly permission?: Permission;
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
  const { operation, list, query, request, amend } = declaration;
  const toResponse = listPage(list, format);
  const { permission = 'read' } = declaration;
  const base = routeBase(
    { ...declaration, method: 'GET', permission, timeout: 'read', toResponse },
    operation,
  );
  const options = { timeoutMs: base.timeoutMs };
  return {
    ...base,
    kind: 'forwarded',
    operation,
    amend,
    read(given) {
      const parsed = parse(query, given.query);
      if (!parsed.ok) return parsed;
      const page = readPage(parsed.value, format, (cursor) => given.verifyCursor(list, cursor));
      if (!page.ok) return page;
      const unknown = malformedId(declaration, given);
      if (unknown !== undefined) return unknown;
      const payload = request(page.value, parsed.value, given);
      return ok({
        send: (bus, ctx) => bus.forward(operation, payload, ctx, options),
        audited: undefined,
      });
    },
  };
}

/** A paged list whose filters, cursor and limit are in the body of a POST. */
export function searchRoute<Req, Res, Body extends z.ZodType<PageQuery>>(
  declaration: Omit<Declaration, 'method' | 'timeout'> & {
    readonly operation: Operation<Req, Res>;
    readonly list: string;
    readonly body: Body;
    readonly request: (page: Page<string>, body: z.output<Body>) => Req;
  },
): ForwardedRoute {
  const { operation, list, body, request } = declaration;
  const toResponse = searchPage(list);
  const base = routeBase({ ...declaration, method: 'POST', timeout: 'read', toResponse }, operation);
  return {
    ...base,
    kind: 'forwarded',
    operation,
    requestsOfRefusal: requestsOfRefusedSearch,
    read(given) {
      const parsed = parse(body, given.body);
      if (!parsed.ok) return parsed;
      const page = readPage(parsed.value, opaqueOrder, (cursor) => given.verifyCursor(list, cursor));
      if (!page.ok) return page;
      const payload = request(page.value, parsed.value);
      return ok({
        send: (bus, ctx) => bus.forward(operation, payload, ctx, { timeoutMs: base.timeoutMs }),
        audited: undefined,
      });
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
    docs: declaration.docs,
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
    boundToQuery: declaration.boundToQuery,
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
