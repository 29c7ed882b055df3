import type { Perform, Planned } from './api.ts';
import { unexpectedResponse } from './errors.ts';
import { remember } from './response-info.ts';
import type { LodgingOptions } from './options.ts';
import { objectIn, send } from './send.ts';

const DEADLINE_MS = 60_000;
const TIMEOUT_MS = 20_000;
const MAX_RETRIES = 4;

export function performWith(client: LodgingOptions): Perform {
  const baseUrl = client.baseUrl.replace(/\/+$/, '');
  return async (planned) => {
    const { options } = planned;
    const response = await send(
      {
        method: planned.method.toUpperCase(),
        url: baseUrl + pathOf(planned) + queryOf(planned),
        headers: headersOf(planned, client),
        body:
          planned.takes === 'body' && planned.input !== undefined ? JSON.stringify(planned.input) : undefined,
        repeatable: planned.repeatable ?? false,
      },
      {
        // Called through an arrow: browsers refuse `fetch` as a method of another object.
        fetch: client.fetch ?? ((...request) => fetch(...request)),
        deadlineMs: options.deadlineMs ?? client.deadlineMs ?? DEADLINE_MS,
        timeoutMs: client.timeoutMs ?? TIMEOUT_MS,
        maxRetries: client.maxRetries ?? MAX_RETRIES,
        signal: options.signal,
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
function queryOf({ path, takes, input }: Planned): string {
  if (takes !== 'query') return '';
  const entries = Object.entries(input ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const nameOf = (name: string) =>
    path === '/v1/availability' ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name;
  const query = new URLSearchParams(entries.map(([name, value]) => [nameOf(name), String(value)]));
  return query.size === 0 ? '' : `?${query}`;
}

function headersOf(
  { takes, input, withKey, options }: Planned,
  client: LodgingOptions,
): Record<string, string> {
  const { ifMatch, ifNoneMatch, idempotencyKey } = options;
  return {
    ...client.headers,
    ...(client.key !== undefined && { authorization: `Bearer ${client.key}` }),
    ...(takes === 'body' && input !== undefined && { 'content-type': 'application/json' }),
    ...(withKey && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    ...options.headers,
  };
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
