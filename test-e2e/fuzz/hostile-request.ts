import type { Random } from '../harness/random.ts';
import { FAULTS, faultyBody } from './faulty-body.ts';
import { hostileText } from './hostile-values.ts';
import { mutate } from './mutate.ts';
import type { Operation, Parameter } from './operations.ts';
import type { Pool } from './pool.ts';
import { rawBody } from './raw-body.ts';
import { validBody } from './valid-body.ts';

export interface Credentials {
  readonly secret: string;
  readonly publishable: string;
  readonly origin: string;
  readonly testSecret: string;
}

export interface Target {
  readonly own: Pool;
  readonly foreign: Pool;
  readonly credentials: Credentials;
}

export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly bytes?: Buffer;
}

/** A request that is valid in most of its parts. */
export function hostileRequest(random: Random, target: Target, operation: Operation): HostileRequest {
  const path = `${pathOf(random, target, operation)}${queryOf(random, target, operation)}`;
  const headers = { ...authorization(random, target.credentials), ...headersOf(random, operation) };
  if (operation.example === undefined && !random.chance(5))
    return { method: operation.method, path, headers };
  if (operation.body !== undefined && random.chance(8)) {
    const { schema, maxBytes } = operation.body;
    const body = JSON.stringify(faultyBody(schema, maxBytes, random.pick(FAULTS)));
    const type = { 'content-type': 'application/json' };
    return { method: operation.method, path, headers: { ...headers, ...type }, bytes: Buffer.from(body) };
  }
  const valid = validBody(random, random.chance(90) ? target.own : target.foreign, operation.example ?? {});
  const body = rawBody(random, random.chance(35) ? valid : mutate(random, valid));
  return { method: operation.method, path, headers: { ...headers, ...body.headers }, bytes: body.bytes };
}

function pathOf(random: Random, { own, foreign }: Target, { path }: Operation): string {
  const steps = path.split('/');
  return steps
    .map((step, index) =>
      step.replace(/\{\w+\}/, () => {
        if (random.chance(8)) return encodeURIComponent(hostileText(random).toWellFormed()).slice(0, 2000);
        if (random.chance(6)) return random.uuid();
        const collection = steps[index - 1] ?? '';
        const pool = random.chance(12) ? foreign : own;
        const value = pool.pick(random, collection) ?? own.pick(random, collection) ?? random.uuid();
        return encodeURIComponent(random.chance(5) ? value.toUpperCase() : value);
      }),
    )
    .join('/');
}

function queryOf(random: Random, target: Target, { parameters }: Operation): string {
  const queries = parameters.filter((one) => one.in === 'query' && (one.required || random.chance(50)));
  const pairs = queries.flatMap((one): [string, string][] => {
    if (random.chance(5)) return [];
    const value = random.chance(30) ? hostileText(random).toWellFormed() : exampleOf(random, target, one);
    return random.chance(4)
      ? [
          [one.name, value],
          [one.name, 'again'],
        ]
      : [[one.name, value]];
  });
  if (random.chance(5)) pairs.push(['__proto__', 'x']);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

function exampleOf(random: Random, { own }: Target, { name, example }: Parameter): string {
  if (/resource_?id$/i.test(name)) return own.pick(random, 'resources') ?? '';
  if (name === 'reservationId') return own.pick(random, 'bookings') ?? '';
  return typeof example === 'string' ? example : JSON.stringify(example ?? 1);
}

function authorization(random: Random, credentials: Credentials): HostileRequest['headers'] {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const dice = random.int(1, 100);
  if (dice <= 78) return bearer(credentials.secret);
  if (dice <= 88) return { ...bearer(credentials.publishable), origin: credentials.origin };
  if (dice <= 90) return { ...bearer(credentials.publishable), origin: 'https://evil.example' };
  if (dice <= 92) return bearer(credentials.publishable);
  if (dice <= 95) return bearer(credentials.testSecret);
  return random.pick<HostileRequest['headers']>([
    {},
    bearer(''),
    bearer(`${credentials.secret.slice(0, -1)}_`),
    bearer(credentials.secret.toUpperCase()),
    { authorization: `Basic ${Buffer.from(credentials.secret).toString('base64')}` },
    { authorization: `Bearer ${credentials.secret} ${credentials.secret}` },
    { authorization: 'x'.repeat(9000) },
  ]);
}

function headersOf(random: Random, { parameters }: Operation): HostileRequest['headers'] {
  const headers: Record<string, string> = {};
  if (parameters.some(({ name }) => name === 'Idempotency-Key') && !random.chance(5)) {
    headers['idempotency-key'] = random.chance(85) ? random.uuid() : random.pick(['', 'x', '0'.repeat(36)]);
  }
  if (random.chance(4)) headers['if-none-match'] = random.pick(['*', '"', 'W/"x", "y"', '"'.repeat(500)]);
  if (random.chance(4)) headers['if-match'] = random.pick(['*', '"v0"', 'v1', '"v1", "v2"']);
  if (random.chance(4))
    headers['traceparent'] = random.pick(['x', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`]);
  if (random.chance(3)) headers['x-forwarded-for'] = random.pick(['::', '1.1.1.1, 2.2.2.2', 'x'.repeat(500)]);
  if (random.chance(3)) headers['x-request-id'] = 'x'.repeat(200);
  if (random.chance(2)) headers['accept'] = 'text/html;q=0, */*;q=0';
  if (random.chance(2)) headers['x-http-method-override'] = 'DELETE';
  return headers;
}
