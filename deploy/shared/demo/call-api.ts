export interface Api {
  get(path: string): Promise<unknown>;
  post(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<unknown>;
  put(path: string, body: object): Promise<unknown>;
  patch(path: string, body: object): Promise<unknown>;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(what: string, status: number, text: string) {
    super(`${what} answered ${status}: ${text.slice(0, 500)}`);
    this.status = status;
    this.code = /"code":"([a-z_]+)"/.exec(text)?.[1] ?? '';
  }
}

export function callApi(baseUrl: string, token: string): Api {
  const call = async (
    method: string,
    path: string,
    body?: object,
    more?: Readonly<Record<string, string>>,
  ): Promise<unknown> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    });
    const text = await response.text();
    if (!response.ok) throw new ApiError(`${method} ${path}`, response.status, text);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
  };
}
