import { randomBytes, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { exampleOf, problems } from '@lodging/contract-wire';
import { formatSecret } from '@lodging/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HttpClient } from './http-client.ts';
import type { Answer } from './http-client.ts';
import { step, validatorOf } from './document-validator.ts';
import type { Document } from './document-validator.ts';
import { makeTenant } from './build-tenant.ts';
import { startGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { TestTenant } from './build-tenant.ts';
import type { RunningGateway } from './start-gateway.ts';
import type { StubServices } from './stub-services.ts';
import type { PublicRoute } from '../src/inbound/public/public-route.ts';
import { publicRoutes } from '../src/inbound/public/routes/routes.ts';

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;
let anonymous: HttpClient;
let document: Document;

beforeAll(async () => {
  [gateway, stubs] = await Promise.all([startGateway(), startStubServices()]);
  tenant = await makeTenant(gateway);
  anonymous = new HttpClient(gateway.url);
  document = (await anonymous.get('/openapi.json')).body as Document;
});

afterAll(async () => {
  await gateway.stop();
  await stubs.stop();
});

describe('the document', () => {
  it('is public, readable from any origin, and names the public address', async () => {
    const answer = await anonymous.get('/openapi.json', { headers: { origin: 'https://tools.example' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect(answer.body).toMatchObject({
      openapi: '3.1.1',
      servers: [{ url: 'https://api.lodging.example' }],
    });
  });

  it.each(['/openapi.json', '/docs', '/'])('responds with 304 to a known ETag: %s', async (path) => {
    const etag = (await anonymous.get(path)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const again = await anonymous.get(path, { headers: { 'if-none-match': `"other", ${etag}` } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await anonymous.get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });
});

describe('the indexes', () => {
  it.each([
    ['/reference.json', 'application/json; charset=utf-8'],
    ['/llms.txt', 'text/markdown; charset=utf-8'],
  ])('%s is public, names the public address, and has an ETag', async (path, type) => {
    const answer = await anonymous.get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.text).toContain('https://api.lodging.example/openapi.json');
    const etag = answer.headers.get('etag') ?? '';
    expect((await anonymous.get(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

/** The bytes of a body as they are sent, which fetch would decompress. */
function bytesOf(path: string, acceptEncoding: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = httpRequest(new URL(path, gateway.url), { headers: { 'accept-encoding': acceptEncoding } });
  sent.on('response', (response) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('end', () => resolve(bytes));
  });
  sent.on('error', reject).end();
  return promise;
}

const stylesheetOf = (text: string) => /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? '';

describe('the reference page', () => {
  it('loads its stylesheet from the gateway, and its policy allows nothing else', async () => {
    const page = await anonymous.get('/docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).not.toMatch(/<(?:img|iframe|object|form|style|script)\b|url\(|@import/i);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; style-src 'self'; img-src data:;");
    expect(policy).not.toMatch(/https?:|\*|unsafe|script/);
  });

  it('is less than 100 kB with its stylesheet, compressed either way', async () => {
    const style = stylesheetOf((await anonymous.get('/docs')).text);
    for (const encoding of ['br', 'gzip']) {
      const [page, css] = await Promise.all([bytesOf('/docs', encoding), bytesOf(`/${style}`, encoding)]);
      expect(page + css, encoding).toBeLessThan(100_000);
    }
    expect(await bytesOf('/openapi.json', 'br')).toBeLessThan(80_000);
    expect(await bytesOf('/docs', 'identity')).toBe(Buffer.byteLength((await anonymous.get('/docs')).text));
  });

  it('has one stylesheet, which clients may cache for good', async () => {
    const file = await anonymous.get(`/${stylesheetOf((await anonymous.get('/docs')).text)}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(file.headers.get('cache-control')).toContain('immutable');
    // Any other address in it would be a request to another file or server.
    expect(file.text).not.toMatch(/@import|url\(/);
  });

  it('shows the document, which links to the pages of the problems', async () => {
    const { text } = await anonymous.get('/docs');
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    for (const { tags, operationId } of operations)
      expect(text).toContain(`id="/${encodeURIComponent(String(tags))}/${String(operationId)}"`);
    const ids = new Set(operations.map(({ operationId }) => operationId));
    for (const route of publicRoutes) expect(ids).toContain(route.docs.operationId);
    const links = [
      ...JSON.stringify(document).matchAll(/\]\(https:\/\/api\.lodging\.example\/problems\/(\w+)\)/g),
    ];
    expect(links.length).toBeGreaterThan(0);
    for (const [, code] of links) expect(Object.keys(problems)).toContain(code);
  });
});

describe('the addresses without an operation', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it.each(['/', '/problems'])('%s is a page for browsers and JSON for programs', async (path) => {
    const page = await anonymous.get(path, { headers: browser });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("style-src 'self'");
    expect(page.headers.get('vary')).toContain('Accept');
    expect((await anonymous.get(`/${stylesheetOf(page.text)}`)).status).toBe(200);
    const json = await anonymous.get(path);
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(json.headers.get('vary')).toContain('Accept');
  });

  it('index the documents and all codes', async () => {
    expect((await anonymous.get('/')).body).toEqual({
      name: 'Lodging API',
      version: 'v1',
      reference: 'https://api.lodging.example/docs',
      problems: 'https://api.lodging.example/problems',
      openapi: 'https://api.lodging.example/openapi.json',
      index: 'https://api.lodging.example/reference.json',
      llms: 'https://api.lodging.example/llms.txt',
      widget: 'https://api.lodging.example/widget/manifest.json',
    });
    const { body } = await anonymous.get('/problems');
    expect(body['problems']).toEqual(Object.entries(problems).map(([code, kind]) => ({ code, ...kind })));
  });

  it('/v1 leads a browser to the index', async () => {
    const answer = await fetch(`${gateway.url}/v1`, { headers: browser, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, './']);
    expect((await anonymous.get('/v1')).body).toMatchObject({ version: 'v1' });
  });
});

describe('the page of a problem', () => {
  it.each(Object.keys(problems))('%s says what it means, where it occurs and what to do', async (code) => {
    const { body } = await anonymous.get(`/problems/${code}`);
    expect(body).toMatchObject({ code, meaning: expect.any(String), remedy: expect.any(String) });
    const page = await anonymous.get(`/problems/${code}`, { headers: { accept: 'text/html' } });
    for (const heading of ['What it means', 'Where it occurs', 'What to do']) {
      expect(page.text).toContain(`<h2>${heading}</h2>`);
    }
  });

  it('links to the operations that respond with it', async () => {
    const page = await anonymous.get('/problems/hold_conflict', { headers: { accept: 'text/html' } });
    expect(page.text).toContain('href="../docs#/Guest%20stay/placeHold"');
    const anchors = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .map(({ tags, operationId }) => `#/${encodeURIComponent(String(tags))}/${String(operationId)}`);
    for (const [, anchor] of page.text.matchAll(/href="\.\.\/docs(#[^"]+)"/g))
      expect(anchors).toContain(anchor);
  });
});

const feedToken = formatSecret('', randomBytes(32));
const forwarded = publicRoutes.filter((route) => route.kind === 'forwarded');

describe('a response', () => {
  it.each(forwarded.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'is as documented: %s',
    async (_name, route) => {
      const shown = exampleResponse(route);
      stubs.answer(route.operation.subject.split('.').at(-1) ?? '', {
        ok: true,
        value: rpcResponse(route, shown),
      });
      const body = route.shapes.body === undefined ? undefined : exampleOf(unwrapOptional(route.shapes.body));
      const path =
        route.path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'token' ? feedToken : randomUUID())) +
        queryOf(route);
      const headers = route.takesIdempotencyKey ? { 'idempotency-key': randomUUID() } : {};
      const answer = await tenant.secret.send(route.method, path, { body, headers });
      expect(answer.status, answer.text).toBe(route.status);
      if (route.status === 204) expect(answer.text).toBe('');
      else expect(typeof shown === 'string' ? answer.text : answer.body).toEqual(shown);
      expectDocumented(route, answer);
    },
  );

  it('is as documented when it is refused', async () => {
    const answers = [
      [await anonymous.get('/v1/bookings'), 'GET', '/v1/bookings'],
      [await tenant.browser.get('/v1/bookings'), 'GET', '/v1/bookings'],
      [await tenant.secret.get('/v1/bookings?limit=0'), 'GET', '/v1/bookings'],
      [await tenant.secret.get('/v1/bookings?cursor=x'), 'GET', '/v1/bookings'],
      [await tenant.secret.get('/v1/bookings/x'), 'GET', '/v1/bookings/{id}'],
      [await tenant.secret.post('/v1/holds', {}), 'POST', '/v1/holds'],
      [await tenant.secret.post('/v1/quotes', {}), 'POST', '/v1/quotes'],
    ] as const;
    for (const [answer, method, path] of answers) expectDocumented({ method, path }, answer);
    expect(new Set(answers.map(([{ body }]) => body['code'])).size).toBe(6);
  });
});

/** The documented example of a success; for 204 the response of the service behind the route. */
function exampleResponse(route: PublicRoute): unknown {
  if (route.status === 204) return { deleted: true };
  return exampleOf((route.docs.response ?? route.operation.response) as z.ZodType);
}

function unwrapOptional(shape: z.ZodType): z.ZodType {
  return shape instanceof z.ZodOptional ? (shape.unwrap() as z.ZodType) : shape;
}

/** The response of the service behind the route from which the gateway makes this one. */
function rpcResponse({ docs }: PublicRoute, shown: unknown): unknown {
  if (docs.operationId === 'readBooking') return { etag: '"v2"', booking: shown };
  if (docs.operationId === 'readBlock') return { etag: '"v1"', block: shown };
  if (docs.operationId === 'readMailPreview') return { html: shown };
  if (typeof shown === 'string')
    return { etag: '"1"', lastModified: '2027-05-03T09:05:00.000Z', body: shown };
  const { nextCursor, ...page } = Object(shown);
  if (docs.operationId === 'readOccupancy')
    return { etag: '"1"', occupancy: { ...page, nextAfter: nextCursor } };
  if (nextCursor !== undefined) return { ...page, nextAfter: nextCursor };
  if (docs.operationId === 'createPaymentIntent') return { handle: page, outcome: 'created' };
  if ('exportedAt' in page) return { exportId: null, parts: 1, bytes: 1, content: JSON.stringify(page) };
  if ('days' in page) return { etag: '"1"', calendar: page };
  return shown;
}

function queryOf({ method, path }: { method: string; path: string }): string {
  const parameters: unknown = document.paths[path]?.[method.toLowerCase()]?.['parameters'] ?? [];
  const needed = (Array.isArray(parameters) ? parameters : []).filter(
    (parameter) => parameter.in === 'query' && parameter.required === true,
  );
  const values: Record<string, string> = {
    resource_id: randomUUID(),
    roomTypeId: randomUUID(),
    party_size: '2',
    from: '2027-05-03T15:00:00Z',
    to: '2027-05-05T10:00:00Z',
    since: '2027-05-01T00:00:00Z',
  };
  const valueOf = (name: string, format: unknown) =>
    format === 'date' ? (values[name] ?? '').slice(0, 10) : (values[name] ?? '');
  const query = needed.map(({ name, schema }) => [name, valueOf(name, schema?.format)]);
  return `?${new URLSearchParams(query)}`;
}

function expectDocumented({ method, path }: { method: string; path: string }, answer: Answer): void {
  const at = `/paths/${step(path)}/${method.toLowerCase()}/responses/${answer.status}`;
  const documented: Record<string, unknown> = Object(
    Object(document.paths[path]?.[method.toLowerCase()]?.['responses'])[answer.status],
  );
  const shared = typeof documented['$ref'] === 'string' ? documented['$ref'].slice(1) : at;
  const response =
    shared === at ? documented : document.components['responses']?.[shared.split('/').at(-1) ?? ''];
  expect(response?.['description'], `${at} is documented`).toBeDefined();
  const type = (answer.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
  expect(Object.keys(Object(response?.['content'])), at).toEqual(type === '' ? [] : [type]);
  if (type !== '') {
    const body = type.endsWith('json') ? answer.body : answer.text;
    expect(validatorOf(document)(`${shared}/content/${step(type)}/schema`, body), answer.text).toEqual([]);
  }
  for (const name of Object.keys(Object(response?.['headers']))) {
    // Only some of the problems of a status have the first, and only pages get the second.
    if (!['Retry-After', 'Access-Control-Allow-Origin'].includes(name))
      expect(answer.headers.has(name), `${name} of ${at}`).toBe(true);
  }
}
