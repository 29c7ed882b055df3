import pg from 'pg';
import type { Fault } from '../fault.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** SIGQUIT is Postgres's immediate shutdown: no checkpoint, recovery at the next start. */
const restart: Fault = {
  name: 'postgres immediate restart',
  lasts: [200, 3_000],
  lane: 'machine',
  async start({ stack: { servers } }) {
    await servers.postgres.kill('SIGQUIT');
    return { detail: '', heal: () => servers.postgres.start() };
  },
};

const failOver: Fault = {
  name: 'postgres fail-over',
  lasts: [0, 200],
  lane: 'machine',
  async start({ stack: { servers } }) {
    await servers.postgres.failOver();
    return { detail: 'a synchronous standby was promoted', heal: async () => {} };
  },
};

const frozenBackends: Fault = {
  name: 'postgres backends freeze',
  lasts: [1_500, 5_000],
  lane: 'machine',
  async start({ stack: { servers }, random }) {
    const service = random.pick(['inventory', 'reservations', 'payments', 'notifications']);
    const rows = await servers.postgres.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE usename = $1 AND pid <> pg_backend_pid()',
      [`${service}_app`],
    );
    const each = (signal: NodeJS.Signals): void => {
      for (const { pid } of rows) {
        try {
          process.kill(pid, signal);
        } catch {
          // It ended meanwhile.
        }
      }
    };
    each('SIGSTOP');
    return { detail: `${rows.length} of ${service}`, heal: async () => each('SIGCONT') };
  },
};

const LOCKS = [
  'SELECT 1 FROM payments.ledgers ORDER BY created_at DESC LIMIT 8 FOR UPDATE',
  `SELECT 1 FROM reservations.reservations WHERE state = 'held' LIMIT 12 FOR UPDATE`,
  'SELECT 1 FROM notifications.event_positions FOR UPDATE',
  'SELECT 1 FROM inventory.claims ORDER BY created_at DESC LIMIT 8 FOR UPDATE',
  'LOCK TABLE reservations.outbox IN SHARE MODE',
  'LOCK TABLE payments.outbox IN SHARE MODE',
];

const rowLocks: Fault = {
  name: 'postgres rows locked',
  lasts: [1_500, 4_500],
  lane: 'machine',
  async start({ stack: { servers }, random }) {
    const url = new URL(servers.postgres.current().adminUrl);
    url.pathname = '/lodging';
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => {});
    await client.connect();
    const lock = random.pick(LOCKS);
    await client.query('BEGIN');
    // Waits for its turn behind the transactions that hold the rows.
    const locked = client.query(lock).catch(() => undefined);
    await Promise.race([locked, pause(1_000)]);
    return { detail: lock, heal: () => client.end().catch(() => {}) };
  },
};

const fullDisk: Fault = {
  name: 'postgres disk full',
  lasts: [3_000, 6_000],
  lane: 'machine',
  unavailable: ({ servers }) =>
    servers.postgres.volume === undefined
      ? 'the database has no volume of its own (needs root on Linux)'
      : undefined,
  async start({ stack: { servers } }) {
    const { postgres } = servers;
    postgres.volume?.fill();
    return {
      detail: '',
      async heal() {
        postgres.volume?.free();
        // Postgres ends itself when it cannot write its log.
        await postgres.query('SELECT 1').catch(async () => {
          await Promise.race([postgres.current().exited, pause(1_000)]);
          await postgres.kill('SIGQUIT').catch(() => {});
          await postgres.start();
        });
      },
    };
  },
};

export const postgresFaults: Fault[] = [restart, failOver, frozenBackends, rowLocks, fullDisk];
