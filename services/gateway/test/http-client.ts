export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export interface Sending {
  readonly body?: unknown;
  readonly rawBody?: string;
  readonly headers?: Record<string, string>;
}

export class HttpClient {
  readonly baseUrl: string;
  readonly key: string | undefined;
  readonly origin: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    baseUrl: string,
    key?: string,
    origin?: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.baseUrl = baseUrl;
    this.key = key;
    this.origin = origin;
    this.headers = headers;
  }

  /** The same client, with these headers in every request. */
  with(headers: Readonly<Record<string, string>>): HttpClient {
    return new HttpClient(this.baseUrl, this.key, this.origin, { ...this.headers, ...headers });
  }

  async send(method: string, path: string, { body, rawBody, headers }: Sending = {}): Promise<Answer> {
    const sent = new Headers({ ...this.headers, ...headers });
    if (this.key !== undefined && !sent.has('authorization')) sent.set('authorization', `Bearer ${this.key}`);
    if (this.origin !== undefined && !sent.has('origin')) sent.set('origin', this.origin);
    const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    if (payload !== undefined && !sent.has('content-type')) sent.set('content-type', 'application/json');
    const init: RequestInit = { method, headers: sent, ...(payload === undefined ? {} : { body: payload }) };
    const response = await fetch(this.baseUrl + path, init);
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : {},
    };
  }

  get(path: string, sending?: Sending): Promise<Answer> {
    return this.send('GET', path, sending);
  }

  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.send('POST', path, { body, ...(headers === undefined ? {} : { headers }) });
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.send('PUT', path, { body });
  }
}
