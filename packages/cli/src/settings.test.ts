// Guarantees of where the admin API and its token come from: what is nearer wins, and the demo's token stays with the demo.
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAccess, readPublicAccess } from './settings.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lodging-cli-'));
  await mkdir(join(home, '.lodging'));
  await mkdir(join(home, 'deep', 'down'), { recursive: true });
  const demo = {
    adminUrl: 'http://127.0.0.1:8081',
    adminToken: 'adm_demo',
    gatewayUrl: 'http://127.0.0.1:8080',
  };
  await writeFile(join(home, '.lodging', 'demo.json'), JSON.stringify(demo));
  await writeFile(join(home, 'token'), 'adm_file\n');
});
afterAll(() => rm(home, { recursive: true }));

const readFrom = (flags: object, env: Record<string, string>, cwd = join(home, 'deep', 'down'), stdin = '') =>
  readAccess(flags, { env, cwd, readStdin: () => Promise.resolve(stdin) });

it('takes both from a running copy, from anywhere in the checkout', async () => {
  expect(await readFrom({}, {})).toEqual({
    adminUrl: 'http://127.0.0.1:8081',
    token: 'adm_demo',
    gatewayUrl: 'http://127.0.0.1:8080',
    isDemo: true,
  });
  expect(await readFrom({}, { LODGING_HOME: join(home, '.lodging') }, tmpdir())).toMatchObject({
    token: 'adm_demo',
  });
});

it('lets flags win over the environment, and the environment over the copy', async () => {
  const env = { LODGING_ADMIN_URL: 'https://env.example', LODGING_ADMIN_TOKEN: 'adm_env' };
  expect(await readFrom({}, env)).toMatchObject({
    adminUrl: 'https://env.example',
    token: 'adm_env',
    isDemo: false,
  });
  const flags = { adminUrl: 'https://flag.example/admin/v1/', tokenFile: '../../token' };
  expect(await readFrom(flags, env)).toMatchObject({ adminUrl: 'https://flag.example', token: 'adm_file' });
  expect(await readFrom({ tokenFile: '-' }, env, home, 'adm_typed\n')).toMatchObject({ token: 'adm_typed' });
  const file = { LODGING_ADMIN_URL: 'https://env.example', LODGING_ADMIN_TOKEN_FILE: 'token' };
  expect(await readFrom({}, file, home)).toMatchObject({ token: 'adm_file' });
});

it('sends the demo’s token to the demo only', async () => {
  await expect(readFrom({ adminUrl: 'https://other.example' }, {})).rejects.toThrow(/admin token is missing/);
});

it('says what is missing', async () => {
  await expect(readFrom({}, {}, tmpdir())).rejects.toThrow(/address of the admin API is missing/);
  await expect(readFrom({ adminUrl: 'nonsense' }, { LODGING_ADMIN_TOKEN: 'x' })).rejects.toThrow(
    /is not the address/,
  );
  await expect(readFrom({ tokenFile: 'nowhere' }, {})).rejects.toThrow(/cannot be read/);
  const letter = readFrom({ tokenFile: '-' }, {}, home, 'adm_of two words');
  await expect(letter).rejects.toThrow(
    /^The token contains spaces or unprintable characters: is it the right file\?$/,
  );
});

it('takes the key of a tenant from a file before the environment, and says where it looked', async () => {
  const read = (flags: object, env: Record<string, string>) =>
    readPublicAccess(flags, { env, cwd: home, readStdin: () => Promise.resolve('sk_typed\n') });
  const env = { LODGING_API_URL: 'https://api.example/v1/', LODGING_SECRET_KEY: 'sk_env' };
  await writeFile(join(home, 'key'), 'sk_file\n');
  expect(await read({}, env)).toEqual({ apiUrl: 'https://api.example', key: 'sk_env' });
  expect(await read({ keyFile: 'key' }, env)).toMatchObject({ key: 'sk_file' });
  expect(await read({ keyFile: '-' }, env)).toMatchObject({ key: 'sk_typed' });
  await expect(read({}, { LODGING_API_URL: 'https://api.example' })).rejects.toThrow(/LODGING_SECRET_KEY/);
});

it('takes one token of a ring, as the gateway’s ADMIN_TOKEN is while it is replaced', async () => {
  const env = { LODGING_ADMIN_URL: 'https://env.example', LODGING_ADMIN_TOKEN: '["adm_new", "adm_old"]' };
  expect(await readFrom({}, env)).toMatchObject({ token: 'adm_new' });
});
