import { startTelemetry } from '@lodging/kit-runtime';
import type { FastifyInstance } from 'fastify';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer, ProblemError, sendProblem } from '../src/index.ts';
import { PROTOCOL_CODES } from '../src/problems.ts';
import type { ProblemTable } from '../src/problems.ts';
import { collectingLog } from './collecting-log.ts';

const STATUS: Record<string, number> = {
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  headers_too_large: 431,
  internal_error: 500,
  service_unavailable: 503,
  sold_out: 409,
};
const codes = [...PROTOCOL_CODES, 'sold_out'];
const problems: ProblemTable = Object.fromEntries(
  codes.map((code) => [code, { status: STATUS[code] ?? 400, title: code.replaceAll('_', ' ') }]),
);

const { log, lines } = collectingLog();
let app: FastifyInstance;
let address: string;

beforeAll(async () => {
  startTelemetry({ name: 'test', sampleRatio: 0 });
  app = createHttpServer({
    name: 'test',
    log,
    problems,
    problemBase: 'https://lodging.example/problems/',
    bodyLimitBytes: 1024,
    timeouts: { headersMs: 300, requestMs: 400, checkIntervalMs: 50 },
  });
  app.get('/v1/things/:id', async (request) => ({ params: request.params, query: request.query }));
  app.delete('/v1/things/:id', async (_request, reply) => reply.code(204).send());
  app.post('/v1/things', async (request) => ({ body: request.body ?? 'nothing' }));
  app.get('/v1/feeds/:token.ics', async () => 'BEGIN:VCALENDAR');
  app.options('/v1/*', async (_request, reply) => reply.code(204).send());
  app.get('/v1/broken', async () => {
    throw new Error('the secret is sesame');
  });
  app.get('/v1/away', async () => {
    throw Object.assign(new Error('no responder'), { name: 'Unavailable' });
  });
  app.get('/v1/sold', async (_request, reply) =>
    sendProblem(reply, {
      code: 'sold_out',
      detail: 'Gone.',
      extra: { reasons: ['reserved'], retryAfterSeconds: 0.4 },
    }),
  );
  app.get('/v1/thrown', async () => {
    throw new ProblemError({ code: 'sold_out', detail: 'Gone.' });
  });
  app.get('/v1/unlisted', async (_request, reply) =>
    sendProblem(reply, { code: 'unlisted_code', detail: 'x' }),
  );
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(() => app.close());

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

async function send(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${address}${path}`, init);
  const text = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: (text.startsWith('{') ? JSON.parse(text) : { text }) as Record<string, unknown>,
  };
}

/** Writes to the socket, for what no HTTP client sends. */
function sendRaw(...parts: (string | Buffer)[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('error', reject);
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
    socket.on('end', () => {
      const [head = '', text = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
      const [statusLine = '', ...headerLines] = head.split('\r\n');
      const headers = headerLines.map(
        (line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]] as const,
      );
      socket.destroy();
      resolve({
        status: Number(statusLine.split(' ')[1]),
        headers: Object.fromEntries(headers) as Record<string, string>,
        body: JSON.parse(text) as Record<string, unknown>,
      });
    });
    for (const part of parts) socket.write(part);
  });
}

function expectProblem(answer: Answer, code: string): void {
  expect(answer.body).toMatchObject({
    type: `https://lodging.example/problems/${code}`,
    title: code.replaceAll('_', ' '),
    status: STATUS[code] ?? 400,
    code,
    detail: expect.any(String) as string,
  });
  expect(answer.status).toBe(STATUS[code] ?? 400);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.body['instance']).toBe(answer.headers['x-request-id']);
  expect(answer.headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.headers['cache-control']).toBe('no-store');
}

const json = { 'content-type': 'application/json' };
const post = (body: RequestInit['body'], headers: Record<string, string> = json) =>
  send('/v1/things', { method: 'POST', headers, ...(body === undefined ? {} : { body }) });

describe('the address', () => {
  it('without a route is 404, whatever is sent to it', async () => {
    expectProblem(await send('/v1/nothing'), 'not_found');
    expectProblem(
      await send('/v1/nothing', { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' }),
      'not_found',
    );
    expectProblem(await send('/v1/nothing', { method: 'POST', headers: json, body: '{' }), 'not_found');
    expectProblem(await send('/'), 'not_found');
  });

  it('that exists under other methods is 405 and names them', async () => {
    const wrong = await send('/v1/things/1', { method: 'PUT', headers: json, body: '{}' });
    expectProblem(wrong, 'method_not_allowed');
    expect(wrong.headers['allow']).toBe('DELETE, GET, HEAD');
    const feed = await send('/v1/feeds/abc.ics?x=1', { method: 'POST' });
    expect(feed.headers['allow']).toBe('GET, HEAD');
    expect((await send('/v1/things', { method: 'GET' })).headers['allow']).toBe('POST');
    expect((await send('/v1/things', { method: 'HEAD' })).status).toBe(405);
  });

  it('with malformed percent-encoding is 400', async () => {
    expectProblem(await send('/v1/things/%zz'), 'bad_request');
    expectProblem(await send('/v1/things/%c3'), 'bad_request');
  });

  it('reaches its route however long an id is, up to the limit of an address', async () => {
    expect((await send(`/v1/things/${'x'.repeat(3000)}`)).status).toBe(200);
    expectProblem(await send(`/v1/things/${'x'.repeat(9000)}`), 'uri_too_long');
    expectProblem(await sendRaw(`GET /${'x'.repeat(40_000)}`), 'uri_too_long');
    const whole = `GET /v1/things?x=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`;
    expectProblem(await sendRaw(whole), 'uri_too_long');
  });

  it('keeps repeated query keys as a list, and leaves the validation of values to the route', async () => {
    expect((await send('/v1/things/1?a=1&a=2&b=3')).body['query']).toEqual({ a: ['1', '2'], b: '3' });
    expect((await send('/v1/things/1?name=a%00b')).body['query']).toEqual({ name: 'a\0b' });
  });
});

describe('the body', () => {
  it('may be absent or empty', async () => {
    expect((await post(undefined)).body).toEqual({ body: 'nothing' });
    expect((await post('')).body).toEqual({ body: 'nothing' });
    expect((await post('', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(200);
    expect((await post('{"a":1}', { 'content-type': 'application/json; charset=utf-8' })).body).toEqual({
      body: { a: 1 },
    });
  });

  it('that is not JSON by its type is 415', async () => {
    expectProblem(
      await post('a=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      'unsupported_media_type',
    );
    expectProblem(await post('hello', { 'content-type': 'text/plain' }), 'unsupported_media_type');
    expectProblem(await post('{}', { 'content-type': 'nonsense' }), 'unsupported_media_type');
    expectProblem(await post(new Uint8Array([123, 125]), {}), 'unsupported_media_type');
    expectProblem(await post('{}', { ...json, 'content-encoding': 'gzip' }), 'unsupported_media_type');
  });

  it.each([
    ['broken JSON', '{"a":', ''],
    ['bytes that are not UTF-8', new Uint8Array([34, 0xff, 34]), ''],
    ['a NUL in a text', String.raw`{"a":["\u0000"]}`, '/a/0'],
    ['half a surrogate pair', String.raw`{"a":"\ud800"}`, '/a'],
    ['nesting deeper than 20 levels', '['.repeat(22) + ']'.repeat(22), ''],
    ['nesting without end', '['.repeat(1000), ''],
  ])('with %s is 400 and says where', async (_name, body, pointer) => {
    const answer = await post(body);
    expectProblem(answer, 'validation_failed');
    expect(answer.body['errors']).toMatchObject([{ pointer }]);
  });

  it('of 20 levels is accepted', async () => {
    expect((await post('['.repeat(20) + ']'.repeat(20))).status).toBe(200);
  });

  it('keeps every key as its own, also those of a prototype', async () => {
    const body = '{"a":{"__proto__":{"admin":true},"constructor":{"prototype":{}},"b":1}}';
    const answer = await post(body);
    expect(JSON.stringify(answer.body)).toBe(`{"body":${body}}`);
    expect({}).not.toHaveProperty('admin');
  });

  it('that is too large is 413, announced or not', async () => {
    expectProblem(await post(JSON.stringify('x'.repeat(2000))), 'payload_too_large');
    const chunk = `${(1000).toString(16)}\r\n${'x'.repeat(1000)}\r\n`;
    const head =
      'POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    expectProblem(await sendRaw(head, chunk, chunk), 'payload_too_large');
  });

  it('that stalls is 408 soon after the timeout', async () => {
    const began = performance.now();
    const head =
      'POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
    expectProblem(await sendRaw(head, '{"a":'), 'request_timeout');
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

describe('the message', () => {
  it('whose headers stall is 408', async () => {
    expectProblem(await sendRaw('GET /v1/things/1 HTTP/1.1\r\nHost: a\r\n'), 'request_timeout');
  });

  it('whose headers are too large is 431', async () => {
    expectProblem(
      await sendRaw(`GET /v1/things/1 HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`),
      'headers_too_large',
    );
  });

  it('for a tunnel is 405', async () => {
    expectProblem(await sendRaw('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'), 'method_not_allowed');
  });

  it('with an unknown Expect header is served as if it had none', async () => {
    const head = 'GET /v1/nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
    expectProblem(await sendRaw(`${head}Expect: a-miracle\r\n\r\n`), 'not_found');
  });

  it.each([
    ['is no HTTP', 'hello\r\n\r\n'],
    ['has an unknown method', 'BREW /v1/things HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['has two Hosts', 'GET /v1/things/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nhOST: b\r\n\r\n'],
    ['has two Hosts alike', 'GET /v1/nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\nHost: a\r\n\r\n'],
    ['has no Host', 'GET /v1/things/1 HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'has two lengths',
      'POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
  ])('that %s is 400', async (_name, message) => {
    expectProblem(await sendRaw(message), 'bad_request');
  });
});

describe('failures', () => {
  it('of the server are 500, reveal nothing, and are logged with the request id', async () => {
    const answer = await send('/v1/broken');
    expectProblem(answer, 'internal_error');
    expect(JSON.stringify(answer.body)).not.toContain('sesame');
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        requestId: answer.headers['x-request-id'],
        route: '/v1/broken',
      }),
    );
    expectProblem(await send('/v1/unlisted'), 'internal_error');
  });

  it('of a dependency are 503 with Retry-After', async () => {
    const answer = await send('/v1/away');
    expectProblem(answer, 'service_unavailable');
    expect(answer.headers['retry-after']).toBe('1');
  });

  it('that are problems have their own fields, sent or thrown', async () => {
    const answer = await send('/v1/sold');
    expectProblem(answer, 'sold_out');
    expect(answer.body['reasons']).toEqual(['reserved']);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.body).not.toHaveProperty('retryAfterSeconds');
    expectProblem(await send('/v1/thrown'), 'sold_out');
  });

  it('are prevented at the start, where the table lacks a protocol code', () => {
    const incomplete = { ...problems };
    Reflect.deleteProperty(incomplete, 'request_timeout');
    const create = () =>
      createHttpServer({ name: 't', log, problems: incomplete, problemBase: '/p', bodyLimitBytes: 1 });
    expect(create).toThrow('request_timeout');
  });
});

describe('every response', () => {
  it('continues the trace of the caller and does not name the software', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c';
    const answer = await send('/v1/things/1', {
      headers: { traceparent: `00-${trace}-b7ad6b7169203331-00` },
    });
    expect(answer.headers['traceparent']).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`));
    expect(answer.headers).not.toHaveProperty('server');
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });

  it('does not sample because the caller says so', async () => {
    const trace = '00000000000000000000000000000001';
    const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` };
    const answer = await send('/v1/things/1', { headers });
    expect(answer.headers['traceparent']).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`));
  });

  it('has a request id of the server, whatever the client says', async () => {
    const answer = await send('/v1/things/1', { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});
