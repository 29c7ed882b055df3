import { randomUUID } from 'node:crypto';
import { holdToDocument } from './hold-to-document.ts';

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  instance: string;
  reasons?: string[];
  missingDates?: string[];
  errors?: { pointer: string; message: string }[];
}

export interface CallOptions {
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly rawBody?: string;
  readonly headers?: Record<string, string>;
  readonly idempotencyKey?: string;
}

export class Client {
  readonly baseUrl: string;
  readonly key: string | undefined;
  readonly origin: string | undefined;

  constructor(baseUrl: string, key?: string, origin?: string) {
    this.baseUrl = baseUrl;
    this.key = key;
    this.origin = origin;
  }

  async send<T = Record<string, unknown>>(
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<Answer<T>> {
    const headers = new Headers(options.headers);
    if (this.key !== undefined && !headers.has('authorization'))
      headers.set('authorization', `Bearer ${this.key}`);
    if (this.origin !== undefined) headers.set('origin', this.origin);
    if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
    const init: RequestInit = { method, headers, signal: AbortSignal.timeout(30_000) };
    if (options.rawBody !== undefined || options.body !== undefined) {
      if (!headers.has('content-type')) headers.set('content-type', 'application/json');
      init.body = options.rawBody === undefined ? JSON.stringify(options.body) : options.rawBody;
    }
    const response = await fetch(this.baseUrl + path, init);
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    const body: unknown = isJson ? JSON.parse(text) : text;
    await holdToDocument(this.baseUrl, { method, path }, { status: response.status, body });
    return { status: response.status, headers: response.headers, body: body as T };
  }

  get<T = Record<string, unknown>>(path: string, options?: CallOptions): Promise<Answer<T>> {
    return this.send<T>('GET', path, options);
  }

  put<T = Record<string, unknown>>(path: string, body: unknown, options?: CallOptions): Promise<Answer<T>> {
    return this.send<T>('PUT', path, { ...options, body });
  }

  post<T = Record<string, unknown>>(path: string, body?: unknown, options?: CallOptions): Promise<Answer<T>> {
    return this.send<T>('POST', path, body === undefined ? (options ?? {}) : { ...options, body });
  }

  /** A create request, with a new Idempotency-Key unless one is given. */
  create<T = Record<string, unknown>>(
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Answer<T>> {
    return this.post<T>(path, body, { idempotencyKey: randomUUID(), ...options });
  }
}
