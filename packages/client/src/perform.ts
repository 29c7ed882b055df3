import type { Perform, Planned } from './api.ts';
import { checkCallOptions } from './settings/check-options.ts';
import { unexpectedResponse } from './errors.ts';
import { NULL_PLANS } from './operation.ts';
import { remember } from './response-info.ts';
import { objectIn, send } from './send.ts';
import type { Settings } from './settings/read-settings.ts';
import { userAgent } from './settings/user-agent.ts';

const DEADLINE_MS = 60_000;
const TIMEOUT_MS = 20_000;
const MAX_RETRIES = 4;

export function performWith(client: Settings): Perform {
  const agent = userAgent();
  return async (planned) => {
    const { options } = planned;
    checkCallOptions(options);
    const response = await send(
      {
        method: planned.method.toUpperCase(),
        url: client.baseUrl + pathOf(planned) + queryOf(planned),
        headers: headersOf(planned, client, agent),
        body: bodyOf(planned),
        repeatable: planned.repeatable ?? false,
      },
      {
        // Called through an arrow: browsers refuse `fetch` as a method of another object.
        fetch: client.fetch ?? ((...request) => fetch(...request)),
        credentials: client.credentials,
        deadlineMs: options.deadlineMs ?? client.deadlineMs ?? DEADLINE_MS,
        timeoutMs: options.timeoutMs ?? client.timeoutMs ?? TIMEOUT_MS,
        maxRetries: options.maxRetries ?? client.maxRetries ?? MAX_RETRIES,
        signal: options.signal,
        onRequest: client.onRequest,
      },
    );
    return answerOf(response, planned);
  };
}

function pathOf({ path, ids }: Planned): string {
  let next = 0;
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    const id = ids[next++];
    // An empty one would name the list.
    if (typeof id !== 'string' || id === '') throw new TypeError(`${path} needs ${name}`);
    return encodeURIComponent(id);
  });
}

/** Only availability has names of several words; they are written with underscores. */
function queryOf({ path, takes, input, query }: Planned): string {
  const named = takes === 'query' ? input : query;
  const entries = Object.entries(named ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const nameOf = (name: string) =>
    path === '/v1/availability' ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name;
  const written = new URLSearchParams(entries.map(([name, value]) => [nameOf(name), String(value)]));
  return written.size === 0 ? '' : `?${written}`;
}

function bodyOf({ method, path, takes, input }: Planned): string | undefined {
  if (takes !== 'body' || input === undefined) return undefined;
  const isWithoutPlan =
    method === 'post' && NULL_PLANS.some((one) => one === path) && input['ratePlanId'] === null;
  return JSON.stringify(isWithoutPlan ? { ...input, ratePlanId: undefined } : input);
}

function headersOf(
  { takes, input, withKey, options }: Planned,
  client: Settings,
  agent: string | undefined,
): Record<string, string> {
  const { ifMatch, ifNoneMatch, idempotencyKey } = options;
  return {
    ...(agent !== undefined && { 'user-agent': agent }),
    ...lowercased(client.headers),
    ...(client.key !== undefined && { authorization: `Bearer ${client.key}` }),
    ...(takes === 'body' && input !== undefined && { 'content-type': 'application/json' }),
    ...(withKey && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    ...lowercased(options.headers),
  };
}

/** So that a header replaces one of another spelling: `fetch` would send both. */
function lowercased(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function answerOf(response: Response, { answersText }: Planned): Promise<unknown> {
  if (response.status === 204 || response.status === 304) return undefined;
  const text = await response.text();
  if (answersText) return text;
  const answer = objectIn(text);
  if (answer === undefined) throw unexpectedResponse(response, text);
  remember(answer, response);
  return answer;
}
