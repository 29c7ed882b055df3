import type { PageQuery, Permission } from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import type { ListPosition, Page } from '@lodging/kernel';
import type { Bus, Forwarded, Operation } from '@lodging/kit-messaging';
import type { RequestContext } from '@lodging/kit-runtime';
import type { z } from 'zod';
import type { AuditAction, AuditSource } from '../../domain/audit/audit.ts';
import type { Learned } from '../../use-cases/audit/audited-call.ts';
import { creationOrder, opaqueOrder, readPage } from '../cursor.ts';
import type { PositionFormat } from '../cursor.ts';
import { BODY_BYTES, SMALL_BODY_BYTES } from './body-limits.ts';
import { malformedId, parse, parseInput } from './parse-input.ts';
import type { Input, WithBodyPermission, WithNotFound, WithSchemas } from './parse-input.ts';
import type {
  Amend,
  AuditedRequest,
  ForwardedRoute,
  LocalDeps,
  LocalOutcome,
  LocalRoute,
  RequestParts,
  RouteBase,
} from './public-route.ts';
import { listPage, unparsed } from './responses.ts';

/** The timeout of a request, by what its operation does. `booking` operations may call the payment provider. */
const TIMEOUT_MS = { read: 2_000, report: 5_000, write: 5_000, booking: 15_000 } as const;

interface Declaration extends Omit<Partial<RouteBase>, 'timeoutMs' | 'shapes' | 'operation'>, WithNotFound {
  readonly method: RouteBase['method'];
  readonly path: string;
  readonly docs: RouteBase['docs'];
  readonly access: RouteBase['access'];
  readonly permission: RouteBase['permission'];
  readonly timeout: keyof typeof TIMEOUT_MS;
}

/** Records the request in the audit trail; see `auditedCall`. */
interface AuditDeclaration<Res, Given> {
  readonly action: string;
  readonly byGuest?: boolean;
  /** Undefined where this request is not recorded. */
  readonly details: (input: Given) => Pick<AuditAction, 'target' | 'changes'> | undefined;
  /** Absent: the answer adds nothing. */
  readonly learn?: (response: Res) => Learned;
}

function auditedRequest<Res, Given>(
  { action, byGuest = false, details, learn }: AuditDeclaration<Res, Given>,
  operation: { readonly response: z.ZodType<Res> },
  input: Given,
): AuditedRequest | undefined {
  const known = details(input);
  if (known === undefined) return undefined;
  return {
    action,
    byGuest,
    ...known,
    learn(body) {
      if (learn === undefined) return {};
      const response = operation.response.safeParse(JSON.parse(Buffer.from(body).toString('utf8')));
      return response.success ? learn(response.data) : {};
    },
  };
}

export function route<Req, Res, Body extends z.ZodType, Query extends z.ZodType>(
  declaration: Declaration &
    WithSchemas<Body, Query> &
    WithBodyPermission<Body> & {
      readonly operation: Operation<Req, Res>;
      readonly request: (input: Input<Body, Query>) => Req;
      readonly audit?: AuditDeclaration<Res, Input<Body, Query>>;
    },
): ForwardedRoute {
  const { operation, request } = declaration;
  return routeByInput({ ...declaration, call: (input) => callOf(operation, request(input)) });
}

/** An operation with its request. */
type Call = (
  ...args: [Pick<Bus, 'forward'>, RequestContext, { readonly timeoutMs: number }]
) => Promise<Forwarded>;

export function callOf<Req, Res>(operation: Operation<Req, Res>, request: Req): Call {
  return (bus, ctx, options) => bus.forward(operation, request, ctx, options);
}

/** A route whose input selects the operation. All of them have the response and the refusals of `operation`. */
export function routeByInput<Res, Body extends z.ZodType, Query extends z.ZodType>(
  declaration: Declaration &
    WithSchemas<Body, Query> &
    WithBodyPermission<Body> & {
      readonly operation: ForwardedRoute['operation'] & { readonly response: z.ZodType<Res> };
      readonly call: (input: Input<Body, Query>) => Call;
      readonly audit?: AuditDeclaration<Res, Input<Body, Query>>;
    },
): ForwardedRoute {
  const { operation, call, audit } = declaration;
  const base = routeBase(declaration, operation);
  const options = { timeoutMs: base.timeoutMs };
  return {
    ...base,
    kind: 'forwarded',
    operation,
    read(given) {
      const input = parseInput(declaration, given);
      if (!input.ok) return input;
      const send = call(input.value);
      return ok({
        send: (bus, ctx) => send(bus, ctx, options),
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
        /** Of entries of the audit trail. */
        source: () => AuditSource,
      ) => Promise<LocalOutcome<Res>>;
    },
): LocalRoute {
  const { operation, run } = declaration;
  return {
    ...routeBase(declaration, operation),
    kind: 'local',
    read(given) {
      const input = parseInput(declaration, given);
      if (!input.ok) return input;
      return ok((deps, ctx, source) => run(deps, ctx, input.value, source));
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
  const { permission = 'read', toResponse = listPage(list, format) } = declaration;
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
  const toResponse = listPage(list, opaqueOrder);
  const base = routeBase({ ...declaration, method: 'POST', timeout: 'read', toResponse }, operation);
  return {
    ...base,
    kind: 'forwarded',
    operation,
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
    about: declaration.about,
    docs: declaration.docs,
    access: declaration.access,
    permission: declaration.permission,
    requestsPerMinute: declaration.requestsPerMinute,
    inProgress: declaration.inProgress,
    bodyLimitBytes: declaration.bodyLimitBytes ?? (body === undefined ? SMALL_BODY_BYTES : BODY_BYTES),
    cacheControl: declaration.cacheControl,
    vary: declaration.vary,
    mediaType: declaration.mediaType,
    takesIdempotencyKey: declaration.takesIdempotencyKey ?? false,
    takesGuestToken: declaration.takesGuestToken ?? false,
    cors: declaration.cors ?? true,
    forOwnPages: declaration.forOwnPages,
    timeoutMs: TIMEOUT_MS[declaration.timeout],
    status: declaration.status ?? 200,
    operation,
    shapes: { ...(body === undefined ? {} : { body }), ...(query === undefined ? {} : { query }) },
    toResponse: declaration.toResponse ?? unparsed,
    boundToQuery: declaration.boundToQuery,
  };
}
