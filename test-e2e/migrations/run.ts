import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import type { Demo } from '../harness/demo.ts';
import { bookStays, wholeStay } from '../harness/guests.ts';
import type { Hotel } from '../harness/guests.ts';
import { startLodging } from '../harness/lodging.ts';
import { makeLodging } from '../harness/own-tenant.ts';
import { previousRelease } from '../harness/previous-release.ts';
import { makeUnlimitedKey } from '../benchmarks/stage.ts';
import { multiplyStay } from './fill.ts';
import { measureWaits } from './measure-waits.ts';

const WRITERS = 4;
const QUIET_MS = 10_000;
const root = join(import.meta.dirname, '..', '..');
const say = (text: string) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    stays: { type: 'string', default: '3000000' },
    /** A commit or tag whose migrations and services come first; the previous release if absent. */
    release: { type: 'string' },
    /** No write may wait longer. */
    'most-ms': { type: 'string', default: '1000' },
  },
});
process.exit(await main(Number(values.stays), Number(values['most-ms'])));

/** Resolves to the exit code. */
async function main(stays: number, mostMs: number): Promise<number> {
  const release = await previousRelease(values.release);
  if (release === undefined) {
    process.stderr.write(
      'No release comes before this one, or its code cannot be had. Name a commit or tag with --release.\n',
    );
    return 2;
  }
  say(`starting ${release}`);
  const lodging = await startLodging({ LOG_LEVEL: 'warn' }, release);
  try {
    const hotel = await makeHotel(lodging.demo);
    const tomorrow = Temporal.Now.plainDateISO('UTC').add({ days: 1 });
    const stay = await wholeStay(lodging.demo, hotel, tomorrow);
    await multiplyStay(lodging.demo.postgresUrl, stay, stays, say);
    return await migrateUnderLoad({ home: lodging.home, demo: lodging.demo, hotel, mostMs });
  } finally {
    await lodging.stop();
  }
}

async function makeHotel(demo: Demo): Promise<Hotel> {
  const [tenant] = demo.tenants;
  if (tenant === undefined) throw new Error('the demo has no tenant');
  const { key, secret } = await makeUnlimitedKey(demo, tenant.id);
  const room = await makeLodging(secret, { units: 40 });
  return { url: demo.gatewayUrl, key, accountId: tenant.accountId, room };
}

interface UnderLoad {
  home: string;
  demo: Demo;
  hotel: Hotel;
  mostMs: number;
}

/** The services of the old release go on while the migrations of this one run, as in a rollout. */
async function migrateUnderLoad({ home, demo, hotel, mostMs }: UnderLoad): Promise<number> {
  const writes = measureWaits(WRITERS, (turn) => bookOffline(hotel, turn));
  const guests = bookStays(1, demo, hotel);
  await pause(QUIET_MS);
  const before = writes.nextPart();
  const began = performance.now();
  await migrate(home, demo);
  const seconds = (performance.now() - began) / 1000;
  const during = writes.nextPart();
  const failures = [...(await writes.stop()), ...(await guests.stop())];
  say(`before:          ${before.requests} bookings, the longest wait ${before.longestMs} ms`);
  say(`during ${seconds.toFixed(1)} s: ${during.requests} bookings, the longest wait ${during.longestMs} ms`);
  say(`paid stays confirmed: ${guests.confirmed()}; failures: ${failures.length}`);
  for (const failure of new Set(failures)) say(`  ${failure}`);
  return failures.length === 0 && during.longestMs <= mostMs ? 0 : 1;
}

async function bookOffline({ url, key, room }: Hotel, turn: number): Promise<void> {
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 2 + (turn % 300) });
  const answer = await fetch(`${url}/v1/bookings`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({
      resourceId: room.id,
      ratePlanId: room.ratePlanId,
      from: `${start}T15:00:00Z`,
      to: `${start.add({ days: 1 })}T10:00:00Z`,
      partySize: 1,
      guestEmail: `guest-${turn}@example.test`,
      paidOffline: true,
    }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`bookings: ${answer.status} ${text}`);
}

async function migrate(home: string, { postgresUrl }: Demo): Promise<void> {
  const secrets: Record<string, string> = JSON.parse(await readFile(join(home, 'secrets.json'), 'utf8'));
  const steps = ['inventory', 'reservations', 'payments', 'channels', 'notifications', 'gateway'].map(
    (service) => {
      const ownerUrl = new URL(postgresUrl);
      ownerUrl.username = `${service}_owner`;
      ownerUrl.password = secrets[`postgres.${service}.owner`] ?? '';
      return {
        service,
        ownerUrl: ownerUrl.href,
        script: join(root, 'services', service, 'src', 'migrate.ts'),
      };
    },
  );
  await promisify(execFile)(process.execPath, [join(root, 'deploy', 'local', 'migrate-each.ts')], {
    env: { ...process.env, MIGRATION_STEPS: JSON.stringify(steps) },
  });
}
