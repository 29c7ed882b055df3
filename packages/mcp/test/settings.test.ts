import { describe, expect, it } from 'vitest';
import { readSettings } from '../src/settings.ts';
import { SECRET } from './connect.ts';

const env = { LODGING_URL: 'https://api.example.com/v1/', LODGING_KEY: SECRET };

describe('settings', () => {
  it('of stdio have the address and the key of the environment', () => {
    expect(readSettings(['--return-url', 'https://shop.example/thanks'], env)).toEqual({
      transport: 'stdio',
      url: 'https://api.example.com',
      key: SECRET,
      origin: undefined,
      returnUrl: 'https://shop.example/thanks',
    });
  });

  it('of HTTP have the loopback interface and no key', () => {
    const settings = readSettings(['--http', '--allow-host', 'mcp.example'], env);
    expect(settings).toMatchObject({
      transport: 'http',
      host: '127.0.0.1',
      port: 8090,
      allowedHosts: ['mcp.example'],
    });
    expect(JSON.stringify(settings)).not.toContain(SECRET);
  });

  it.each([
    [[], { LODGING_KEY: SECRET }],
    [[], { ...env, LODGING_URL: 'file:///etc' }],
    [[], { ...env, LODGING_KEY: 'adm_0123456789abcdef' }],
    [['--http', '--port', '70000'], env],
    [['--origin', 'shop'], env],
    [['--key', SECRET], env],
    [[SECRET], env],
  ])('refuse %j with %j, without the key', (args, given) => {
    let message = '';
    try {
      readSettings(args, given);
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(/^Error: \S/);
    expect(message).not.toMatch(/sk_test|adm_/);
  });
});
