// Guarantees of the settings: everything wrong is named at once, and no secret is shown.
import { readSettings, SettingsError } from '@lodging/kit-runtime';
import { describe, expect, it } from 'vitest';
import { gatewaySettings } from './settings.ts';

const good = {
  POSTGRES_URL: 'postgres://gateway_app@127.0.0.1/lodging',
  NATS_URL: 'nats://127.0.0.1:4222',
  REDIS_URL: 'redis://127.0.0.1:6379',
  ADMIN_TOKEN: 'a-long-admin-token',
  CURSOR_SECRET: 'a-long-cursor-secret',
};

describe('the settings of the gateway', () => {
  it('need the addresses and two secrets, and trust no proxy unless told', () => {
    expect(readSettings(gatewaySettings, good)).toMatchObject({
      PORT: 8080,
      ADMIN_PORT: 8081,
      TRUSTED_PROXIES: [],
    });
    const told = readSettings(gatewaySettings, { ...good, TRUSTED_PROXIES: '10.0.0.0/8, ::1' });
    expect(told.TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '::1']);
  });

  it('are refused all at once, without a secret in the message', () => {
    const bad = {
      ...good,
      ADMIN_TOKEN: 'tiny',
      CURSOR_SECRET: 'small',
      TRUSTED_PROXIES: 'proxy.example',
      REDIS_URL: '',
    };
    const read = () => readSettings(gatewaySettings, bad);
    expect(read).toThrow(SettingsError);
    for (const name of ['ADMIN_TOKEN', 'CURSOR_SECRET', 'TRUSTED_PROXIES', 'REDIS_URL'])
      expect(read).toThrow(name);
    expect(read).not.toThrow(/tiny|small/);
  });
});
