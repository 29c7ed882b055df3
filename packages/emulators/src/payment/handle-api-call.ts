import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Faults } from './control/faults.ts';
import type { RequestLog } from './control/request-log.ts';
import { newId } from './ids.ts';
import type { Operation } from './operations/operation.ts';
import { ApiError } from './protocol/api-error.ts';
import { authenticate } from './protocol/authenticate.ts';
import type { Caller } from './protocol/authenticate.ts';
import { expandFields } from './protocol/expand-fields.ts';
import type { IdempotencyKeys, KeyedRequest } from './protocol/idempotency.ts';
import { textList } from './protocol/read-params.ts';
import type { Params } from './protocol/read-params.ts';
import { API_VERSION } from './provider.ts';
import type { Provider } from './provider.ts';
import type { Answer } from './state/records.ts';

export interface Api {
  readonly provider: Provider;
  readonly keys: IdempotencyKeys;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly secretKeys: readonly string[];
}

/** `lost`: the connection is closed without an answer. */
export type Reply = (Answer & { readonly headers: Record<string, string> }) | 'lost';

interface Incoming {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly params: Params;
  readonly idempotencyKey: string | null;
  readonly headers: FastifyRequest['headers'];
}

export async function handleApiCall(api: Api, operation: Operation, request: FastifyRequest): Promise<Reply> {
  const incoming = incomingOf(request);
  const headers: Record<string, string> = headersOf(incoming);
  const reply = await handle(api, operation, incoming, headers).catch((error: unknown) => ({
    ...errorAnswer(error, incoming.requestId),
    headers,
  }));
  api.requests.add({
    id: incoming.requestId,
    at: new Date().toISOString(),
    method: incoming.method,
    path: incoming.path,
    account: headers['stripe-account'] ?? null,
    apiVersion: headers['stripe-version'] ?? null,
    idempotencyKey: incoming.idempotencyKey,
    params: incoming.params,
    status: reply === 'lost' ? null : reply.status,
    replayed: headers['idempotent-replayed'] === 'true',
  });
  return reply;
}

export async function send(reply: FastifyReply, outcome: Reply): Promise<void> {
  if (outcome === 'lost') {
    reply.hijack();
    reply.raw.destroy();
    return;
  }
  await reply.code(outcome.status).headers(outcome.headers).type('application/json').send(outcome.body);
}

export function errorAnswer(error: unknown, requestId: string): Answer {
  const known =
    error instanceof ApiError ? error : new ApiError(500, { type: 'api_error', message: String(error) });
  const request_log_url = `https://dashboard.stripe.com/test/logs/${requestId}`;
  return {
    status: known.status,
    body: JSON.stringify({ error: { ...known.body, request_log_url } }, null, 2),
  };
}

async function handle(
  api: Api,
  operation: Operation,
  incoming: Incoming,
  headers: Record<string, string>,
): Promise<Reply> {
  const caller = authenticate(incoming.headers, api.secretKeys);
  checkVersion(headers['stripe-version'] ?? '');
  const keyed = keyedRequest(incoming, caller);
  const previous = keyed === undefined ? undefined : api.keys.begin(keyed);
  try {
    const faults = api.faults.consume({
      method: incoming.method,
      path: incoming.path,
      account: caller.account,
    });
    for (const fault of faults) if (fault.effect === 'slow') await delay(fault.delayMs ?? 1000);
    if (faults.some((fault) => fault.effect === 'refuse')) return 'lost';
    const failure = faults.find((fault) => fault.effect === 'status');
    if (failure !== undefined) throw injectedError(failure.status ?? 500);
    if (previous !== undefined) {
      Object.assign(headers, { 'idempotent-replayed': 'true', 'original-request': previous.requestId });
    }
    const answer = previous?.answer ?? run(api, operation, incoming, caller, keyed);
    return faults.some((fault) => fault.effect === 'lost_reply') ? 'lost' : { ...answer, headers };
  } finally {
    if (keyed !== undefined) api.keys.release(keyed);
  }
}

/** Synchronous, so that no other request runs between the operation and the storing of its answer. */
function run(
  { provider, keys }: Api,
  operation: Operation,
  incoming: Incoming,
  caller: Caller,
  keyed: KeyedRequest | undefined,
): Answer {
  const { account, livemode } = caller;
  const request = { id: incoming.requestId, idempotency_key: incoming.idempotencyKey };
  try {
    const result = operation(provider, {
      account,
      livemode,
      request,
      params: incoming.params,
      id: incoming.id,
    });
    const expanded = expandFields(provider.store, account, result, textList(incoming.params, 'expand'));
    const answer = { status: 200, body: JSON.stringify(expanded, null, 2) };
    if (keyed !== undefined) keys.save(keyed, answer);
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const answer = errorAnswer(error, incoming.requestId);
    if (keyed !== undefined && error.isStored) keys.save(keyed, answer);
    return answer;
  }
}

function incomingOf(request: FastifyRequest): Incoming {
  const params = request.method === 'GET' ? request.query : (request.body ?? {});
  const key = request.headers['idempotency-key'];
  return {
    requestId: newId('req'),
    method: request.method,
    path: request.url.split('?', 1)[0] ?? '',
    id: (request.params as { id?: string }).id ?? '',
    params: params as Params,
    idempotencyKey: typeof key === 'string' && request.method === 'POST' ? key : null,
    headers: request.headers,
  };
}

function headersOf({ requestId, headers, idempotencyKey }: Incoming): Record<string, string> {
  const account = headers['stripe-account'];
  const version = headers['stripe-version'];
  return {
    'request-id': requestId,
    'stripe-version': typeof version === 'string' ? version : API_VERSION,
    ...(typeof account === 'string' ? { 'stripe-account': account } : {}),
    ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey, 'original-request': requestId }),
  };
}

function keyedRequest(incoming: Incoming, caller: Caller): KeyedRequest | undefined {
  const { idempotencyKey: key, path: endpoint, params, requestId } = incoming;
  if (key === null) return undefined;
  if (key.length > 255)
    throw new ApiError(400, { type: 'idempotency_error', message: 'Idempotency key is too long.' }, false);
  return { account: caller.account, key, endpoint, params, requestId };
}

function checkVersion(version: string): void {
  if (/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(version)) return;
  throw new ApiError(
    400,
    { type: 'invalid_request_error', message: `Invalid Stripe API version: ${version}` },
    false,
  );
}

function injectedError(status: number): ApiError {
  if (status === 429) {
    const message = 'Request rate limit exceeded.';
    return new ApiError(status, { type: 'invalid_request_error', code: 'rate_limit', message }, false);
  }
  const message = 'An unknown error occurred while processing the request.';
  return new ApiError(status, { type: 'api_error', message }, false);
}
