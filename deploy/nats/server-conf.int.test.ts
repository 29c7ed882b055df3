import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_CALENDAR_BYTES } from '@lodging/contract-wire';
import { findPrograms, freePort, spawnGuarded } from '@lodging/kit-testing/servers';
import type { GuardedProcess } from '@lodging/kit-testing/servers';
import { eventually } from '@lodging/kit-testing';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passwordVariable } from './authorization.ts';
import { provisionBus } from './provision-bus.ts';
import { declaredStreams } from './topology.ts';
import { natsUsers, OBSERVER, PROVISIONER } from './users.ts';

const password = (user: string): string => `pw-of-${user}`;
const env = Object.fromEntries(
  natsUsers(password).map((user) => [passwordVariable(user.user), user.password]),
);

let directory: string;
let program: string;
let port: number;
let server: GuardedProcess;
const connectAs = (user: string): Promise<NatsConnection> =>
  connect({ port, user, pass: password(user), inboxPrefix: `_INBOX_${user}`, reconnect: false });

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'lodging-nats-conf-'));
  port = await freePort();
  program = (await findPrograms({ installMissing: false, only: ['nats'] })).natsServer;
  server = await spawnGuarded({
    command: program,
    args: ['--config', configStoringIn(directory), '--addr', '127.0.0.1', ...(await ports())],
    env: { ...process.env, ...env },
    logFile: join(directory, 'nats.log'),
  });
  await eventually('the server accepts the observer', async () => {
    await (await connectAs(OBSERVER)).close();
    return true;
  });
});

afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** The configuration with another directory than the container's /data. */
function configStoringIn(store: string): string {
  const file = join(directory, 'server.conf');
  const text = readFileSync(join(import.meta.dirname, 'server.conf'), 'utf8');
  writeFileSync(file, text.replace('store_dir: /data', `store_dir: ${JSON.stringify(store)}`));
  copyFileSync(join(import.meta.dirname, 'authorization.conf'), join(directory, 'authorization.conf'));
  return file;
}

async function ports(): Promise<string[]> {
  return ['--port', String(port), '--http_port', String(await freePort())];
}

test('nats-server accepts the files, and refuses to start without a password', () => {
  const args = ['-t', '-c', join(import.meta.dirname, 'server.conf')];
  expect(spawnSync(program, args, { env, encoding: 'utf8' }).stderr).toContain('is valid');
  const without = spawnSync(program, args, {
    env: { ...env, NATS_PASSWORD_GATEWAY: undefined },
    encoding: 'utf8',
  });
  expect(without.stderr).toContain('NATS_PASSWORD_GATEWAY');
});

test('each user connects with the password of its variable only', async () => {
  for (const user of natsUsers(password)) await (await connectAs(user.user)).close();
  await expect(connect({ port, user: 'payments', pass: 'another', reconnect: false })).rejects.toThrow(
    /authorization/i,
  );
});

test('the largest calendar fits into a message, with its headers', async () => {
  const connection = await connectAs('inventory');
  expect(connection.info?.max_payload).toBe(10 * 1024 * 1024);
  expect(connection.info?.max_payload).toBeGreaterThan(MAX_CALENDAR_BYTES + 64 * 1024);
  await connection.close();
});

test('publishing an event of another service is refused', async () => {
  const connection = await connectAs('channels');
  const refused = Promise.withResolvers<string>();
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'error') refused.resolve(status.error.message);
    }
  })();
  connection.publish('evt.payments.v1.payment.succeeded', 'made up');
  expect(await refused.promise).toMatch(/permissions violation/i);
  await connection.close();
});

test('the provisioner creates the declared streams with their consumers, and no others', async () => {
  const connection = await connectAs(PROVISIONER);
  const { created } = await provisionBus(connection, { replicas: 1 });
  expect(created.toSorted()).toEqual(
    declaredStreams()
      .flatMap(({ name, consumers }) => [name, ...consumers.map((consumer) => `${name} ${consumer}`)])
      .toSorted(),
  );
  expect(await provisionBus(connection, { replicas: 1 })).toEqual({ created: [], updated: [] });
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 1000 });
  await expect(manager.streams.add({ name: 'EVT_OTHER', subjects: ['evt.other.>'] })).rejects.toThrow();
  await expect(manager.streams.delete('EVT_PAYMENTS')).rejects.toThrow();
  await connection.close();
});
