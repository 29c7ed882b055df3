import { readSettings, SettingsError } from '@lodging/kit-runtime';
import { describe, expect, it } from 'vitest';
import { settings } from './settings.ts';

const good = {
  POSTGRES_URL: 'postgres://gateway_app@127.0.0.1/lodging',
  NATS_URL: 'nats://127.0.0.1:4222',
  REDIS_URL: 'redis://127.0.0.1:6379',
  ADMIN_TOKEN: 'an-admin-token-of-32-characters!',
  CURSOR_SECRET: 'a-long-cursor-secret',
  BUS_SIGNING_KEY: 'a signing key with enough characters',
  BUS_PUBLIC_KEYS: 'gateway:key',
};

describe('the gateway settings', () => {
  it('require the addresses and two secrets, and trust no proxy by default', () => {
    expect(readSettings(settings, good)).toMatchObject({
      PORT: 8080,
      ADMIN_PORT: 8081,
      TRUSTED_PROXIES: [],
    });
    const configured = readSettings(settings, { ...good, TRUSTED_PROXIES: '10.0.0.0/8, ::1' });
    expect(configured.TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '::1']);
  });

  it('are rejected with all problems in one message, which shows no secret', () => {
    const bad = {
      ...good,
      ADMIN_TOKEN: 'tiny',
      CURSOR_SECRET: 'small',
      TRUSTED_PROXIES: 'proxy.example',
      REDIS_URL: '',
    };
    const read = () => readSettings(settings, bad);
    expect(read).toThrow(SettingsError);
    for (const name of ['ADMIN_TOKEN', 'CURSOR_SECRET', 'TRUSTED_PROXIES', 'REDIS_URL'])
      expect(read).toThrow(name);
    expect(read).not.toThrow(/tiny|small/);
  });

  it('refuse an admin token of fewer than 32 characters, with the reason and without the token', () => {
    expect(good.ADMIN_TOKEN).toHaveLength(32);
    const short = good.ADMIN_TOKEN.slice(1);
    const read = () => readSettings(settings, { ...good, ADMIN_TOKEN: short });
    expect(read).toThrow('ADMIN_TOKEN must have at least 32 characters (value hidden)');
    expect(read).not.toThrow(short);
  });

  it.each([
    ['10.0.0.1', true],
    ['10.0.0.0/8', true],
    ['2001:db8::1', true],
    ['2001:db8::/32', true],
    ['::ffff:10.0.0.1', true],
    ['10.0.0.0/33', false],
    ['10.0.0.0/8/8', false],
    ['10.0.0.1/', false],
    ['2001:db8::/129', false],
    ['proxy.example', false],
  ])('accept %s as a trusted proxy: %s', (range, isAccepted) => {
    const read = () => readSettings(settings, { ...good, TRUSTED_PROXIES: range });
    if (isAccepted) expect(read().TRUSTED_PROXIES).toEqual([range]);
    else expect(read).toThrow(SettingsError);
  });
});
