import type { ICertificate } from '@kubernetes-models/cert-manager/cert-manager.io/v1';
import type { IExternalSecret } from '@kubernetes-models/external-secrets/external-secrets.io/v1beta1';
import { connect } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { eventually } from '@lodging/kit-testing';
import { findPrograms, freePort, spawnGuarded, writeTestAuthorities } from '@lodging/kit-testing/servers';
import type { GuardedProcess } from '@lodging/kit-testing/servers';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import type { IPod } from 'kubernetes-models/v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { deploymentsOf, allOf, nameOf } from './policies/policy.ts';
import type { Rendered } from './policies/policy.ts';
import { kubernetesDirectory, renderOverlay } from './render-overlay.ts';

const CA_FILE = '/etc/bus-ca/ca.crt';
const read = (path: string): string => readFileSync(join(kubernetesDirectory, path), 'utf8');

let production: Rendered;
let operator: Rendered;

beforeAll(async () => {
  const parts = ['overlays/production', 'overlays/production/data', 'overlays/production/operator'];
  const [services = [], data = [], own = []] = await Promise.all(parts.map((part) => renderOverlay(part)));
  production = { environment: 'production', objects: [...services, ...data] };
  operator = { environment: 'production', objects: own };
}, 240_000);

const addressesOf = (rendered: Rendered): URL[] =>
  allOf<IExternalSecret>(rendered, 'ExternalSecret')
    .flatMap(({ spec }) => Object.entries(spec?.target?.template?.data ?? {}))
    .filter(([key]) => key === 'NATS_URL' || key === 'REDIS_URL')
    .map(([, address]) => new URL(String(address).replaceAll(/\{\{[^}]*\}\}/g, 'x')));

describe('NATS and Valkey in production', () => {
  it('are reached with TLS by every service, the provisioner and people on call', () => {
    const addresses = addressesOf(production);
    expect(addresses.map(({ protocol }) => protocol).toSorted()).toEqual([
      'rediss:',
      ...Array.from({ length: 7 }, () => 'tls:'),
    ]);
    for (const deployment of deploymentsOf(production)) {
      const [container] = deployment.spec?.template.spec?.containers ?? [];
      const env = new Map((container?.env ?? []).map(({ name, value }) => [name, value]));
      expect(env.get('NATS_CA_FILE'), nameOf(deployment)).toBe(CA_FILE);
      expect(env.get('REDIS_CA_FILE')).toBe(env.has('REDIS_URL') ? CA_FILE : undefined);
      expect(container?.volumeMounts).toContainEqual(
        expect.objectContaining({ name: 'bus-ca', mountPath: '/etc/bus-ca', readOnly: true }),
      );
    }
    const [pod] = allOf<IPod>(operator, 'Pod');
    const tools = new Map((pod?.spec?.containers ?? []).map((each) => [each.name, each.env]));
    expect(tools.get('nats')).toContainEqual({ name: 'NATS_CA', value: CA_FILE });
    expect(tools.get('valkey')).toContainEqual({ name: 'SSL_CERT_FILE', value: CA_FILE });
  });

  it('show the key of their authority to no pod', () => {
    const pods = [
      ...deploymentsOf(production).map(({ spec }) => spec?.template.spec),
      ...allOf<IPod>(operator, 'Pod').map(({ spec }) => spec),
    ];
    const mounted = pods.flatMap((pod) => (pod?.volumes ?? []).filter(({ name }) => name === 'bus-ca'));
    expect(mounted).toHaveLength(pods.length);
    for (const { secret } of mounted)
      expect(secret).toEqual({ secretName: 'bus-ca', items: [{ key: 'ca.crt', path: 'ca.crt' }] });
  });

  it('have certificates for the names that they are reached by, from the Secrets that their values name', () => {
    const certificates = new Map(
      allOf<ICertificate>(production, 'Certificate').map(({ spec }) => [spec?.secretName, spec]),
    );
    const { config, tlsCA } = parse(read('data/nats/values-tls.yaml'));
    const { tls } = parse(read('data/valkey/values-tls.yaml'));
    expect(new Set([config.nats.tls.secretName, config.cluster.tls.secretName, tlsCA.secretName])).toEqual(
      new Set(['nats-tls']),
    );
    expect(certificates.get('nats-tls')?.dnsNames).toEqual(['nats', '*.nats-headless']);
    expect(certificates.get(tls.existingSecret)?.dnsNames).toEqual(['valkey', 'localhost']);
    for (const address of addressesOf(production)) {
      const secret = address.protocol === 'tls:' ? 'nats-tls' : 'valkey-tls';
      expect(certificates.get(secret)?.dnsNames).toContain(address.hostname);
    }
    // A route is verified in both directions.
    expect(certificates.get('nats-tls')?.usages).toEqual(
      expect.arrayContaining(['server auth', 'client auth']),
    );
  });
});

describe('the configuration that the charts make', () => {
  const directory = mkdtempSync(join(tmpdir(), 'lodging-charts-'));
  const { right, rightCa, otherCa } = writeTestAuthorities(directory);
  const files = { cert: join(directory, 'tls.crt'), key: join(directory, 'tls.key') };
  const running: GuardedProcess[] = [];

  beforeAll(() => {
    writeFileSync(files.cert, right.cert);
    writeFileSync(files.key, right.key);
  });
  afterAll(async () => {
    await Promise.all(running.map((server) => server.stop()));
    rmSync(directory, { recursive: true, force: true });
  });

  const here = (text: string): string =>
    text
      .replaceAll(/"?(\/tls|\/etc\/nats-c[\w/-]+)\/ca\.crt"?/g, rightCa)
      .replaceAll(/"?(\/tls|\/etc\/nats-certs\/\w+)\/tls\.crt"?/g, files.cert)
      .replaceAll(/"?(\/tls|\/etc\/nats-certs\/\w+)\/tls\.key"?/g, files.key);

  it('is that of the current values', () => {
    const { config } = parse(read('data/nats/values.yaml'));
    const nats = read('checks/charts/nats.conf');
    expect(nats).toContain(`"max_payload": ${config.merge.max_payload.replaceAll(/[<> ]/g, '')}`);
    expect(nats).toContain(`"max_file_store": ${config.jetstream.fileStore.maxSize}`);
    expect(nats).toContain(`"sync_interval": "${config.jetstream.merge.sync_interval}"`);
    expect(nats.match(/nats-\d\.nats-headless/g)).toHaveLength(config.cluster.replicas);
    const { valkeyConfig } = parse(read('data/valkey/values.yaml'));
    expect(read('checks/charts/valkey.conf')).toContain(valkeyConfig);
  });

  it('limits the streams below their volume, so that full streams refuse events and no server meets a full disk', () => {
    const { pvc, maxSize } = parse(read('data/nats/values.yaml')).config.jetstream.fileStore;
    expect(parseInt(maxSize, 10)).toBeLessThanOrEqual(0.8 * parseInt(pvc.size, 10));
    expect([maxSize, pvc.size].map((size) => size.replaceAll(/\d/g, ''))).toEqual(['Gi', 'Gi']);
  });

  describe('of NATS', () => {
    const ports: { client: number; route: number; monitor: number }[] = [];
    const connectTrusting = (caFile: string | undefined, port = ports[0]?.client): Promise<NatsConnection> =>
      connect({
        servers: `localhost:${port}`,
        user: 'gateway',
        pass: 'secret',
        inboxPrefix: '_INBOX_gateway',
        // As `serverOptions` of the bus has it for `nats://`.
        tls: caFile === undefined ? null : { caFile },
        reconnect: false,
      });
    let natsServer: string;
    const readMonitoring = async (path: string): Promise<Record<string, unknown>> => {
      const answer = await fetch(`http://127.0.0.1:${ports[0]?.monitor}/${path}`);
      return Object(await answer.json());
    };

    beforeAll(async () => {
      natsServer = (await findPrograms({ installMissing: false, only: ['nats'] })).natsServer;
      const users = parse(read('data/nats/users.yaml')).config.merge.authorization;
      const authorization = JSON.stringify(users).replaceAll(/"<< \$\w+ >>"/g, '"secret"');
      for (let index = 0; index < 2; index += 1)
        ports.push({ client: await freePort(), route: await freePort(), monitor: await freePort() });
      for (const [index, { client, route, monitor }] of ports.entries()) {
        const home = join(directory, `nats-${index}`);
        mkdirSync(home);
        const conf = here(read('checks/charts/nats.conf'))
          .replace(/,\s*"tls:\/\/nats-2\.nats-headless:6222"/, '')
          .replaceAll(
            /nats-(\d)\.nats-headless:6222/g,
            (_, other) => `localhost:${ports[Number(other)]?.route}`,
          )
          .replace('"port": 6222', `"listen": "127.0.0.1:${route}"`)
          .replace('"port": 4222', `"listen": "127.0.0.1:${client}"`)
          .replace('"http_port": 8222', `"http": "127.0.0.1:${monitor}"`)
          .replace('"/data"', JSON.stringify(home))
          .replace('/var/run/nats/nats.pid', join(home, 'nats.pid'))
          // Servers before 2.10 have no such field.
          .replace(/,\s*"sync_interval": "always"/, '')
          .replace('{\n', `{\n"authorization": ${authorization},\n`);
        const file = join(home, 'nats.conf');
        writeFileSync(file, conf);
        const env = { ...process.env, SERVER_NAME: `nats-${index}` };
        const logFile = join(home, 'nats.log');
        running.push(await spawnGuarded({ command: natsServer, args: ['-c', file], env, logFile }));
      }
      await eventually('both servers have found each other', async () => {
        const { routes } = await readMonitoring('routez').catch(() => ({ routes: undefined }));
        return Array.isArray(routes) && routes.length > 0;
      });
    });

    it('lets clients in that trust its authority, with the users of the bus', async () => {
      const connection = await connectTrusting(rightCa);
      await connection.flush();
      expect(connection.info).toMatchObject({ tls_required: true, max_payload: 10 * 1024 * 1024 });
      await connection.close();
    });

    it('is left by clients that trust another one', async () => {
      await expect(connectTrusting(otherCa)).rejects.toThrow(/certificate/i);
    });

    it('takes services from before and from after the switch to TLS, with the value that the page sets meanwhile', async () => {
      await expect(connectTrusting(undefined)).rejects.toThrow();
      expect(read('README.md')).toContain('--set config.merge.allow_non_tls=true');
      const [client, route, monitor] = await Promise.all([freePort(), freePort(), freePort()]);
      const home = join(directory, 'nats-switching');
      mkdirSync(home);
      const conf = readFileSync(join(directory, 'nats-0', 'nats.conf'), 'utf8')
        .replace(`127.0.0.1:${ports[0]?.client}`, `127.0.0.1:${client}`)
        .replace(`"listen": "127.0.0.1:${ports[0]?.route}"`, `"listen": "127.0.0.1:${route}"`)
        .replace(`127.0.0.1:${ports[0]?.monitor}`, `127.0.0.1:${monitor}`)
        .replace(JSON.stringify(join(directory, 'nats-0')), JSON.stringify(home))
        .replace(join(directory, 'nats-0', 'nats.pid'), join(home, 'nats.pid'))
        .replace('{\n', '{\n"allow_non_tls": true,\n');
      const file = join(home, 'nats.conf');
      writeFileSync(file, conf);
      const env = { ...process.env, SERVER_NAME: 'nats-switching' };
      const logFile = join(home, 'nats.log');
      running.push(await spawnGuarded({ command: natsServer, args: ['-c', file], env, logFile }));
      const inClear = await eventually('it answers', () => connectTrusting(undefined, client));
      const withTls = await connectTrusting(rightCa, client);
      for (const connection of [inClear, withTls]) {
        await connection.flush();
        await connection.close();
      }
    });

    it('finds a leader over its routes, and answers its monitoring port in clear for the exporter', async () => {
      await eventually(
        'the streams have a leader',
        async () => (await readMonitoring('healthz'))['status'] === 'ok',
      );
    });
  });

  it('of Valkey listens with TLS alone, and wants the password', async () => {
    const { redisServer } = await findPrograms({ installMissing: false, only: ['redis'] });
    const port = await freePort();
    const home = join(directory, 'valkey');
    mkdirSync(home);
    const digest = createHash('sha256').update('secret').digest('hex');
    writeFileSync(join(home, 'users.acl'), `user default on #${digest} ~* &* +@all\n`);
    const conf = here(read('checks/charts/valkey.conf'))
      .replace('tls-port 6379', `tls-port ${port}`)
      .replace('bind * -::*', 'bind 127.0.0.1')
      .replace('dir /data', `dir ${home}`)
      .replace('/etc/valkey/users.acl', join(home, 'users.acl'));
    const file = join(home, 'valkey.conf');
    writeFileSync(file, conf);
    const logFile = join(home, 'valkey.log');
    running.push(await spawnGuarded({ command: redisServer, args: [file], logFile }));
    const say = (caFile: string, ...lines: string[]): Promise<string> =>
      new Promise((answered, failed) => {
        const socket = connectTls({ port, host: 'localhost', ca: readFileSync(caFile) });
        let said = '';
        socket.on('data', (bytes) => (said += String(bytes)));
        socket.once('error', failed);
        socket.once('end', () => answered(said));
        socket.write([...lines, 'QUIT', ''].join('\r\n'));
      });
    await eventually('the server answers', () => say(rightCa).then(Boolean, () => false));
    expect(await say(rightCa, 'AUTH secret', 'PING')).toContain('+PONG');
    expect(await say(rightCa, 'PING')).toContain('-NOAUTH');
    await expect(say(otherCa, 'PING')).rejects.toThrow(/certificate/);
  });
});
