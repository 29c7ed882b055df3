import { ApiError, errorCode } from './api-error.ts';
import type { Params } from './read-params.ts';
import type { Table } from '../state/table.ts';
import type { Answer, KeyRecord } from '../state/records.ts';

const RETENTION_MS = 24 * 3600 * 1000;

export interface KeyedRequest {
  readonly account: string;
  readonly key: string;
  readonly endpoint: string;
  readonly params: Params;
  readonly requestId: string;
}

/** Answers by Idempotency-Key, stored for 24 hours. */
export class IdempotencyKeys {
  readonly #table: Table<KeyRecord>;
  readonly #running = new Set<string>();

  constructor(table: Table<KeyRecord>) {
    this.#table = table;
  }

  /** The stored answer to this key; without one the key is locked until `release`. */
  begin(request: KeyedRequest): KeyRecord | undefined {
    const name = nameOf(request);
    const stored = this.#table.find(request.account, name);
    if (stored !== undefined && Date.now() - stored.savedAtMs < RETENTION_MS)
      return sameRequest(stored, request);
    if (this.#running.has(name)) throw inUse(request.key);
    this.#running.add(name);
    return undefined;
  }

  save(request: KeyedRequest, answer: Answer): void {
    this.#table.put(request.account, {
      object: { id: nameOf(request), endpoint: request.endpoint, fingerprint: fingerprint(request.params) },
      requestId: request.requestId,
      savedAtMs: Date.now(),
      answer,
    });
  }

  release(request: KeyedRequest): void {
    this.#running.delete(nameOf(request));
  }
}

function nameOf(request: KeyedRequest): string {
  return `${request.account} ${request.key}`;
}

function sameRequest(stored: KeyRecord, request: KeyedRequest): KeyRecord {
  if (stored.object.endpoint !== request.endpoint) {
    throw conflict(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${stored.object.endpoint}' vs '${request.endpoint}'). Try using a key other than '${request.key}' if you meant to execute a different request.`,
    );
  }
  if (stored.object.fingerprint !== fingerprint(request.params)) {
    throw conflict(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${request.key}' if you meant to execute a different request.`,
    );
  }
  return stored;
}

/** Independent of the order of the parameters. */
function fingerprint(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${fingerprint(inner)}`).join(',')}}`;
}

function conflict(message: string): ApiError {
  return new ApiError(400, { type: 'idempotency_error', message }, false);
}

function inUse(key: string): ApiError {
  const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try your request again in a moment.`;
  return new ApiError(
    409,
    { type: 'idempotency_error', message, ...errorCode('idempotency_key_in_use') },
    false,
  );
}
