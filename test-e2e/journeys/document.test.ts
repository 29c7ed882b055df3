import { describe, expect, inject, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { holdToDocument } from '../harness/hold-to-document.ts';

const { gatewayUrl } = inject('demo');
const anyone = new Client(gatewayUrl);

describe('the document of the API', () => {
  it('is there for programs and for people, without a key', async () => {
    const document = await anyone.get('/openapi.json');
    expect(document.body).toMatchObject({ openapi: '3.1.1', servers: [{ url: gatewayUrl }] });
    expect(Object.keys(Object(document.body).paths)).toContain('/v1/holds/{id}/confirm');
    const page = await anyone.get<string>('/docs');
    const [, style] = /<link rel="stylesheet" href="([^"]+)"/.exec(page.body) ?? [];
    expect((await anyone.get(`/${style}`)).status).toBe(200);
  });

  it.each([
    ['a status that it does not have', 418, {}],
    ['a body of another shape', 200, { ok: 'yes', ts: '2027-05-03T09:00:00.000Z' }],
    ['a moment that is none', 200, { ok: true, ts: 'today' }],
    ['a problem that the operation does not have', 500, { code: 'hold_conflict' }],
  ])('does not let %s pass', async (_what, status, body) => {
    const held = holdToDocument(gatewayUrl, { method: 'GET', path: '/v1/ping' }, { status, body });
    await expect(held).rejects.toThrow('GET /v1/ping answered');
  });
});
