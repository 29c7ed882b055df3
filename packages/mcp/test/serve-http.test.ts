import { request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveHttp } from '../src/serve-http.ts';
import { PUBLISHABLE, SECRET } from './connect.ts';
import { problem, stubApi } from './stub-api.ts';

async function start() {
  const api = await stubApi({ 'POST /v1/holds': problem(401, 'invalid_api_key') });
  const log: string[] = [];
  const settings = {
    transport: 'http',
    url: api.url,
    origin: 'https://shop.example',
    returnUrl: undefined,
    host: '127.0.0.1',
    port: 0,
    allowedHosts: ['mcp.example'],
    allowedOrigins: ['app.example'],
  } as const;
  const { url, close } = await serveHttp(settings, (line) => void log.push(line));
  onTestFinished(close);
  return { url, log, api };
}

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

/** With node:http, which lets a test choose the Host header. */
function post(
  url: string,
  headers: Record<string, string>,
  body = LIST,
): Promise<{ status: number; text: string }> {
  const common = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers: { ...common, ...headers } }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const withKey = (key: string) => ({ authorization: `Bearer ${key}` });

describe('over HTTP', () => {
  it.each(['legacy', 'auto'] as const)('a client (%s) uses the key of its own requests', async (mode) => {
    const { url, api, log } = await start();
    for (const key of [SECRET, PUBLISHABLE]) {
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
      const requestInit = { headers: withKey(key) };
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
      const { tools } = await client.listTools();
      expect(tools).toHaveLength(key === SECRET ? 11 : 8);
      const result = await client.callTool({ name: 'hold', arguments: { signedQuoteToken: 'quote-1' } });
      expect(result).toMatchObject({ isError: true, structuredContent: { code: 'invalid_api_key' } });
      await client.close();
    }
    expect(api.received.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${SECRET}`,
      `Bearer ${PUBLISHABLE}`,
    ]);
    expect(api.received.map(({ headers }) => headers.origin)).toEqual([
      'https://shop.example',
      'https://shop.example',
    ]);
    expect(log.join('\n')).not.toMatch(/sk_|pk_|quote-1/);
  });

  it('a request without a key of the API is refused', async () => {
    const { url } = await start();
    expect(await post(url, {})).toMatchObject({ status: 401 });
    expect(await post(url, withKey('adm_0123456789'))).toMatchObject({ status: 401 });
    expect(await post(url, { authorization: `Basic ${SECRET}` })).toMatchObject({ status: 401 });
  });

  it('a Host of elsewhere is refused, so that no page can rebind its name to this server', async () => {
    const { url } = await start();
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:8090'])
      expect(await post(url, { ...withKey(SECRET), host })).toMatchObject({ status: 403 });
    expect(await post(url, { ...withKey(SECRET), host: 'mcp.example' })).toMatchObject({ status: 200 });
  });

  it('an Origin of elsewhere is refused', async () => {
    const { url } = await start();
    for (const origin of ['https://evil.example', 'null'])
      expect(await post(url, { ...withKey(SECRET), origin })).toMatchObject({ status: 403 });
    expect(await post(url, { ...withKey(SECRET), origin: 'https://app.example' })).toMatchObject({
      status: 200,
    });
  });

  it('the Origin of the caller goes to the API', async () => {
    const { url, api } = await start();
    const params = { name: 'hold', arguments: { signedQuoteToken: 'quote-1' } };
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    await post(url, { ...withKey(PUBLISHABLE), origin: 'https://app.example' }, call);
    expect(api.received[0]?.headers.origin).toBe('https://app.example');
  });

  it('a body of more than 256 KiB is refused, and other paths do not exist', async () => {
    const { url } = await start();
    expect(await post(url, withKey(SECRET), LIST.padEnd(256 * 1024 + 1))).toMatchObject({ status: 413 });
    expect(await post(url.replace('/mcp', '/'), withKey(SECRET))).toMatchObject({ status: 404 });
  });

  it('a body that is no JSON leaves nothing of it in the log', async () => {
    const { url, log } = await start();
    expect(await post(url, withKey(SECRET), '{"code": 042137')).toMatchObject({ status: 400 });
    expect(log.join('\n')).not.toContain('042137');
  });
});
