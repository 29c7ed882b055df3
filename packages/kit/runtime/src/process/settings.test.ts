import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commonSettings, readSettings, setting, SettingsError } from './settings.ts';

const schema = z.object({
  ...commonSettings,
  PORT: setting.port(8080),
  TOKEN_KEY: setting.secret(32),
  OLD_KEY: setting.secret(8).optional(),
  HOLD_TTL_SECONDS: setting.seconds(900),
  ORIGINS: setting.list([]),
});
const good = {
  POSTGRES_URL: 'postgres://app:pw@localhost/lodging',
  NATS_URL: 'nats://localhost:4222',
  BUS_SIGNING_KEY: 'b'.repeat(32),
  BUS_PUBLIC_KEYS: 'gateway:key',
  TOKEN_KEY: 'k'.repeat(32),
};

function problemsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    readSettings(schema, env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe('settings', () => {
  it('have their defaults where the variable is unset, empty or blank', () => {
    const settings = readSettings(schema, { ...good, PORT: '', HOLD_TTL_SECONDS: ' ' });
    expect(settings).toMatchObject({
      PORT: 8080,
      HOLD_TTL_SECONDS: 900,
      HOST: '127.0.0.1',
      TRACE_SAMPLE_RATIO: 0.1,
      LOG_LEVEL: 'info',
      ORIGINS: [],
    });
    expect(settings.OTEL_EXPORTER_OTLP_ENDPOINT).toBeUndefined();
  });

  it('are read in their own types', () => {
    const settings = readSettings(schema, {
      ...good,
      PORT: '0',
      HOLD_TTL_SECONDS: '1.5',
      ORIGINS: 'a, b,,c ',
    });
    expect(settings).toMatchObject({ PORT: 0, HOLD_TTL_SECONDS: 1.5, ORIGINS: ['a', 'b', 'c'] });
  });

  it('name all servers of a cluster, and hide the password of each where one is wrong', () => {
    const NATS_URL = 'nats://app:pw@one:4222,nats://app:pw@two:4222';
    expect(readSettings(schema, { ...good, NATS_URL }).NATS_URL).toBe(NATS_URL);
    const [problem] = problemsOf({ ...good, NATS_URL: `${NATS_URL},no url` });
    expect(problem).toMatch(/^NATS_URL must be a URL, or several that are separated by commas/);
    expect(problem).not.toContain('pw');
  });

  it('that are wrong are all listed at once', () => {
    const problems = problemsOf({
      NATS_URL: 'no url',
      PORT: '65536',
      LOG_LEVEL: 'loud',
      TRACE_SAMPLE_RATIO: '2',
    });
    const missing = ['BUS_PUBLIC_KEYS', 'BUS_SIGNING_KEY', 'POSTGRES_URL', 'TOKEN_KEY'];
    const wrong = ['LOG_LEVEL', 'NATS_URL', 'PORT', 'TRACE_SAMPLE_RATIO', ...missing];
    expect(new Set(problems.map((problem) => problem.split(' ')[0]))).toEqual(new Set(wrong));
    expect(problems).toContain('POSTGRES_URL is missing');
    expect(problems).toContain('PORT must be a port from 0 to 65535 (it is "65536")');
  });

  it('never show a secret, nor the password in an address', () => {
    const env = { ...good, TOKEN_KEY: 'hunter2', OLD_KEY: 'old', POSTGRES_URL: '//app:hunter3@' };
    const text = problemsOf(env).join('\n');
    expect(text).toContain('TOKEN_KEY must have at least 32 characters (value hidden)');
    expect(text).toContain('OLD_KEY must have at least 8 characters (value hidden)');
    expect(text).not.toMatch(/hunter|old"/);
  });

  it('that are a ring are read as its secrets, and a ring with a mistake is never taken for a secret', () => {
    const ring = z.object({ SEAL: setting.keyRing(8) });
    const [one, two] = ['first secret', 'other secret'];
    const read = (SEAL: string) => readSettings(ring, { SEAL }).SEAL;
    expect(read(one)).toEqual([one]);
    expect(read('[a secret, with brackets]')).toEqual(['[a secret, with brackets]']);
    expect(read(JSON.stringify([one]))).toEqual([one]);
    expect(read(`\n [ "${one}",\n "${two}" ]`)).toEqual([one, two]);
    const mistakes = [
      `["${one}","${two}"`,
      `[ "${one}" "${two}"]`,
      ` ['${one}','${two}']`,
      `["${one}",12345678]`,
      `["${one}",{"old":"${two}"}]`,
      '[1234567890]',
      '[         ]',
    ];
    for (const SEAL of mistakes)
      expect(() => read(SEAL), SEAL).toThrow(
        'SEAL must be one secret or a JSON array of secrets (value hidden)',
      );
    expect(() => read('short')).toThrow('SEAL must have at least 8 characters (value hidden)');
    expect(() => read(`["${one}","short"]`)).toThrow(
      'SEAL must have at least 8 characters in each text of the array',
    );
  });
});
