import { HttpClient } from './http-client.ts';
import type { Answer } from './http-client.ts';
import type { TestOperator } from './build-tenant.ts';
import type { RunningGateway } from './start-gateway.ts';

/** As a browser sends it for a page of the console. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' } as const;

/** The cookie of an answer, as the browser sends it back. */
export function cookieOf({ headers }: Answer): { readonly cookie: string } {
  const [cookie = ''] = (headers.getSetCookie()[0] ?? '').split(';');
  return { cookie };
}

export interface SignedInConsole {
  readonly client: HttpClient;
  readonly headers: { readonly cookie: string; readonly 'sec-fetch-site': 'same-origin' };
  readonly body: Answer['body'];
}

/** A client with the cookie of a new session of the console. */
export async function signInToConsole(
  gateway: RunningGateway,
  { email, password }: Pick<TestOperator, 'email' | 'password'>,
  mode: 'live' | 'test' = 'live',
): Promise<SignedInConsole> {
  const anonymous = new HttpClient(gateway.url);
  const started = await anonymous.post('/v1/console/session', { email, password, mode }, OWN_PAGE);
  if (started.status !== 201) throw new Error(JSON.stringify(started.body));
  const headers = { ...OWN_PAGE, ...cookieOf(started) };
  return { client: anonymous.with(headers), headers, body: started.body };
}
