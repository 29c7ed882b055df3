import type { RefusedWith } from '@lodging/kernel';
import { sendProblem } from '@lodging/kit-http';
import type { Problem } from '@lodging/kit-http';
import { overShare, Unavailable } from '@lodging/kit-messaging';
import type { Bus, Forwarded } from '@lodging/kit-messaging';
import { createWorkCounter, describeSpan } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, AuditSource } from '../../domain/audit/audit.ts';
import { auditedCall } from '../../use-cases/audit/audited-call.ts';
import type { AuditedCallDeps } from '../../use-cases/audit/audited-call.ts';
import { addressOfRequest } from '../client-address.ts';
import type { CursorScope, CursorSigner } from '../cursor.ts';
import { authorizeRequest, idempotencyKeyOf, pathParams } from './authorize-request.ts';
import type { AuthContext, AuthorizedRequest, Principal } from './authorize-request.ts';
import { guestTokenOf } from './guest-token.ts';
import { servePreflights, serveUnknownPreflights } from './cors.ts';
import type { PathTest } from './cors.ts';
import { countWork } from './enforce-limit.ts';
import { inLanguage, plainConditions } from './language/in-language.ts';
import { nameCreated, nameRequested } from './name-reservation.ts';
import { createInProgressLimiter } from './in-progress-limiter.ts';
import type { InProgressLimiter } from './in-progress-limiter.ts';
import type {
  AuditedRequest,
  ForwardedRoute,
  LocalDeps,
  LocalOutcome,
  PublicRequest,
  PublicRoute,
} from './public-route.ts';
import type { HttpResponse } from './responses.ts';

export interface PublicDeps extends AuthContext, AuditedCallDeps {
  readonly bus: Pick<Bus, 'forward'>;
  readonly local: LocalDeps;
  readonly cursors: CursorSigner;
  /** The public address of the API, without a slash at the end. */
  readonly publicUrl: string;
  /** Recognizes the paths of operations without a key. */
  readonly isOpenPath: PathTest;
}

interface Authorized extends AuthorizedRequest {
  readonly idempotencyKey: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    authorized: Authorized | null;
  }
}

export function servePublicRoutes(
  app: FastifyInstance,
  routes: readonly PublicRoute[],
  deps: PublicDeps,
): void {
  app.decorateRequest('authorized', null);
  app.decorateRequest('credentialKind', null);
  servePreflights(app, routes.filter(({ cors }) => cors).map(routerPath));
  serveUnknownPreflights(app, deps.isOpenPath);
  for (const route of routes) serve(app, route, deps);
}

function serve(app: FastifyInstance, route: PublicRoute, deps: PublicDeps): void {
  const handleDeps = { ...deps, inProgress: route.inProgress && createInProgressLimiter(route.inProgress) };
  app.route({
    method: route.method,
    url: routerPath(route),
    config: { takesKey: route.access !== 'open' },
    bodyLimit: route.bodyLimitBytes,
    // Before the body is read: an unauthorized request cannot upload.
    onRequest: async (request, reply) => {
      const principal = await authorizeRequest(deps, route, request, reply);
      const idempotencyKey = idempotencyKeyOf(route, request);
      request.authorized = { ...principal, idempotencyKey };
    },
    handler: (request, reply) => handle(route, handleDeps, request, reply),
  });
}

interface HandleDeps extends PublicDeps {
  readonly inProgress: InProgressLimiter | undefined;
}

async function handle(
  route: PublicRoute,
  deps: HandleDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { authorized } = request;
  if (authorized === null) throw new Error(`${route.method} ${route.path} was handled without authorization`);
  const { tenantId, livemode, caller, clientAddress } = authorized;
  const deadline = Date.now() + route.timeoutMs;
  const ctx: RequestContext = {
    tenantId,
    livemode,
    caller,
    clientAddress,
    requestId: request.id,
    deadline,
    work: createWorkCounter(),
  };
  const ids = idsOf(request);
  describeSpan({ 'lodging.tenant.id': tenantId, 'lodging.livemode': livemode });
  nameRequested(route, ids);
  const scopeOf = (list: string): CursorScope => ({
    // A list below a record has cursors of its own for each record.
    list: [ids.id === '' ? list : `${list} of ${ids.id}`, ...filtersOf(route, request)].join(' '),
    tenantId,
  });
  const guestToken = route.takesGuestToken ? guestTokenOf(request) : '';
  const { actor, ownerId } = authorized;
  const call: Call = { ctx, actor, ownerId, address: () => addressOfRequest(deps.clientAddressOf, request) };
  const given = readRequest(deps, authorized, request, ids, guestToken, scopeOf);
  const applies = route.inProgress?.appliesTo?.(given) ?? true;
  const limiter = applies && authorized.caller.kind === 'publishable' ? deps.inProgress : undefined;
  const run = () => execute(route, deps, call, given);
  const answer = await counted({ ...deps, inProgress: limiter }, authorized, ctx, reply, run);
  if (!answer.ok) return refuse(reply, answer.refusal);
  nameCreated(route, ids, answer.body);
  if (answer.headers !== undefined) reply.headers(answer.headers);
  const signCursor = (list: string, position: string) => deps.cursors.sign(scopeOf(list), position);
  const response = route.toResponse(answer, route.status, signCursor);
  const isJson = route.mediaType === undefined;
  return send(reply, route, isJson ? inLanguage(response, request.headers, caller) : response);
}

/** The cost of the request is counted even if it fails. */
async function counted(
  { inProgress, rateLimiter }: HandleDeps,
  { limits }: AuthorizedRequest,
  { work }: RequestContext,
  reply: FastifyReply,
  run: () => Promise<Answer> | Refused,
): Promise<Answer | Refused> {
  try {
    if (inProgress === undefined || limits === undefined) return await run();
    return await inProgress(limits, async () => run());
  } catch (error) {
    // A service that the called one needs refused its part: the client may repeat the request as any that was refused.
    if (error instanceof Unavailable && error.isOverShare) return overShare;
    throw error;
  } finally {
    if (limits !== undefined) countWork(rateLimiter, reply, limits, work?.total ?? 0);
  }
}

const DEFAULT_ORDER: ReadonlyMap<string, unknown> = new Map([
  ['order', 'asc'],
  ['sort', 'created'],
]);

/** The filters and order of the list, if its cursors are bound to them. */
function filtersOf({ boundToQuery }: PublicRoute, { query }: FastifyRequest): string[] {
  if (boundToQuery === undefined) return [];
  const { cursor: _cursor, limit: _limit, ...filters } = Object(query) as Record<string, unknown>;
  const given = Object.entries(filters).filter(
    ([name, value]) =>
      DEFAULT_ORDER.get(name) !== value && (boundToQuery === true || boundToQuery.includes(name)),
  );
  if (given.length === 0) return [];
  return [JSON.stringify(given.toSorted(([one], [other]) => (one < other ? -1 : 1)))];
}

type Ids = Pick<PublicRequest, 'id' | 'innerId' | 'token' | 'code' | 'type' | 'language'>;

/** A UUID in upper case is the same id; a token is case-sensitive, and a code is shown as it was first written. */
function idsOf(request: FastifyRequest): Ids {
  const { id = '', token = '', code = '', type = '', language = '', ...others } = pathParams(request);
  const [innerId = ''] = Object.values(others);
  return { id: id.toLowerCase(), innerId: innerId.toLowerCase(), token, code, type, language };
}

function readRequest(
  { cursors, clock, publicUrl }: PublicDeps,
  { caller, timezone, tenantName, idempotencyKey }: Authorized,
  { headers, query, body }: FastifyRequest,
  ids: Ids,
  guestToken: string,
  scopeOf: (list: string) => CursorScope,
): PublicRequest {
  return {
    ...ids,
    publicUrl,
    idempotencyKey,
    guestToken,
    ...plainConditions(headers),
    acceptLanguage: headers['accept-language'],
    credentialId: caller.keyId,
    permissions: caller.permissions,
    tenantName,
    timezone,
    today: () => clock.now().toZonedDateTimeISO(timezone).toPlainDate(),
    query,
    body,
    verifyCursor: (list, cursor) => cursors.verify(scopeOf(list), cursor),
  };
}

type Refused = RefusedWith<Problem>;

/** An operation of the gateway itself may have headers of its own. */
type Answer = Forwarded & Pick<LocalOutcome<unknown>, 'headers'>;

interface Call extends Pick<Principal, 'actor' | 'ownerId'> {
  readonly ctx: RequestContext;
  readonly address: () => string;
}

function execute(
  route: PublicRoute,
  deps: PublicDeps,
  call: Call,
  request: PublicRequest,
): Promise<Answer> | Refused {
  if (route.kind === 'local') {
    const run = route.read(request);
    return run.ok ? run.value(deps.local, call.ctx, () => sourceOf(call)).then(encoded) : run;
  }
  const forward = route.read(request);
  if (!forward.ok) return forward;
  const { send, audited } = forward.value;
  if (audited === undefined && route.amend === undefined) return send(deps.bus, call.ctx);
  const sent = async () => amended(route, deps, call, await send(deps.bus, call.ctx));
  return audited === undefined ? sent() : record(deps, call, audited, sent);
}

async function amended(
  { amend }: ForwardedRoute,
  { local }: PublicDeps,
  { ownerId }: Call,
  answer: Forwarded,
): Promise<Forwarded> {
  if (amend === undefined || !answer.ok) return answer;
  return { ...answer, body: await amend(local, ownerId, answer.body) };
}

function record(
  deps: PublicDeps,
  call: Call,
  { learn, changes, byGuest, ...auditAction }: AuditedRequest,
  send: () => Promise<Forwarded>,
): Promise<Forwarded> {
  const { ctx, ownerId } = call;
  const mode = { field: 'mode', before: null, after: ctx.livemode ? 'live' : 'test' };
  return auditedCall(
    deps,
    sourceOf(byGuest ? { ...call, actor: guestActor(ctx) } : call),
    { ...auditAction, tenantId: ownerId, changes: [mode, ...changes] },
    { call: send, learn: ({ body }) => learn(body) },
  );
}

function sourceOf({ ctx: { requestId }, actor, address }: Call): AuditSource {
  if (actor === null) throw new Error(`request ${requestId} is recorded without an actor`);
  return { actor, requestId, address: address() };
}

/** The guest has no id here; the entry names the key of the page. */
function guestActor({ caller }: RequestContext): Actor {
  return { kind: 'guest', id: caller.keyId ?? '', name: null };
}

function encoded(outcome: LocalOutcome<unknown>): Answer {
  if (!outcome.ok) return outcome;
  const body = Buffer.from(JSON.stringify(outcome.value));
  return { ok: true, body, replayed: outcome.replayed === true, headers: outcome.headers };
}

function send(
  reply: FastifyReply,
  { cacheControl, vary, mediaType = 'application/json; charset=utf-8' }: PublicRoute,
  { status, body, replayed, etag, lastModified, attachment, headers }: HttpResponse,
): FastifyReply {
  if (headers !== undefined) reply.headers(headers);
  if (replayed) reply.header('idempotent-replayed', 'true');
  if (cacheControl !== undefined) reply.header('cache-control', cacheControl);
  if (vary !== undefined) reply.header('vary', vary);
  if (etag !== undefined) reply.header('etag', etag);
  if (lastModified !== undefined) reply.header('last-modified', lastModified);
  if (attachment !== undefined) reply.header('content-disposition', `attachment; filename="${attachment}"`);
  reply.code(status);
  return body === undefined ? reply.send() : reply.type(mediaType).send(body);
}

/** A 401 names the authentication scheme (RFC 9110 §15.5.2). */
function refuse(reply: FastifyReply, refusal: Problem): FastifyReply {
  if (refusal.code === 'invalid_credentials') reply.header('www-authenticate', 'Bearer');
  return sendProblem(reply, refusal);
}

function routerPath({ path }: PublicRoute): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
