import type { Fields, Outcome } from '../history/entries.ts';
import type { Client, Tenant } from './world.ts';
import { pause } from './world.ts';

export interface Request {
  readonly op: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  /** As a browser, with the publishable key. */
  readonly publicly?: boolean;
  readonly input?: Fields;
  /** What the checker needs of the answer. */
  readonly keep?: (body: Fields, headers: Headers) => Fields;
}

export interface Answer {
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly code: string | null;
  readonly body: Fields;
}

/** Longer than anything may take: a client that has waited so long reports a hang. */
const TIMEOUT_MS = 25_000;
const nothing = (): Fields => ({});

/** One request, recorded with its invocation and its end. Never throws. */
export async function call(client: Client, tenant: Tenant, request: Request): Promise<Answer> {
  const { recorder } = client.world;
  const input = { ...request.input, ...(request.key === undefined ? {} : { key: request.key }) };
  const id = recorder.invoke(client.name, tenant.id, request.op, input);
  try {
    const response = await send(client, tenant, request);
    const text = await response.text();
    lookForStrangers(client, tenant, `${request.op} ${response.status}`, text);
    const body = asFields(text, response.headers);
    const { status } = response;
    const outcome = outcomeOf(status);
    const code = typeof body['code'] === 'string' && outcome !== 'ok' ? body['code'] : null;
    const output = outcome === 'ok' ? (request.keep ?? nothing)(body, response.headers) : {};
    recorder.end(id, { outcome, status, code, output });
    return { outcome, status, code, body };
  } catch (error) {
    const code = error instanceof Error ? error.name : 'Error';
    recorder.end(id, { outcome: 'info', status: null, code, output: {} });
    return { outcome: 'info', status: null, code, body: {} };
  }
}

/** Repeats with the same Idempotency-Key while the outcome is unknown or another request has the lock. */
export async function persist(client: Client, tenant: Tenant, request: Request, tries = 5): Promise<Answer> {
  for (let left = tries - 1; ; left -= 1) {
    const answer = await call(client, tenant, request);
    const again = answer.outcome === 'info' || answer.code === 'resource_locked';
    if (!again || left === 0 || client.world.over.aborted) return answer;
    await pause(client.random.int(150, 900));
  }
}

/** 503 says that a neighbour did not answer, not that nothing was done. */
function outcomeOf(status: number): Outcome {
  if (status < 400) return 'ok';
  return status >= 500 && status !== 502 ? 'info' : 'refused';
}

function send({ world, random }: Client, tenant: Tenant, request: Request): Promise<Response> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${request.publicly === true ? tenant.publishableKey : tenant.secretKey}`,
  };
  if (request.publicly === true) headers['origin'] = 'https://widget.example';
  if (request.key !== undefined) headers['idempotency-key'] = request.key;
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  return fetch(`${random.pick(world.gateways)}${request.path}`, {
    method: request.method,
    headers,
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

function asFields(text: string, headers: Headers): Fields {
  if (!(headers.get('content-type') ?? '').includes('json')) return { text };
  return Object(JSON.parse(text)) as Fields;
}

/** Every record of a tenant has its marker or the id of one of its resources in it. */
export function lookForStrangers(
  { world: { tenants, recorder } }: Pick<Client, 'world'>,
  tenant: Pick<Tenant, 'id'>,
  where: string,
  text: string,
): void {
  for (const other of tenants) {
    if (other.id === tenant.id) continue;
    const marks = [other.marker, other.id, ...other.resources.map((resource) => resource.id)];
    const found = marks.find((mark) => text.includes(mark));
    if (found !== undefined)
      recorder.note({ kind: 'leak', at: recorder.now(), tenant: tenant.id, where, marker: found });
  }
}
