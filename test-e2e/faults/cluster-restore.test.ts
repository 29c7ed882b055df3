import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startArchivedPostgres } from '../drill/archived-postgres.ts';
import type { ArchivedPostgres } from '../drill/archived-postgres.ts';
import { createDrillContext } from '../drill/drill-context.ts';
import type { DrillContext } from '../drill/drill-context.ts';
import { drillSettings } from '../drill/drill.ts';
import { kubectlEmulator } from '../drill/kubectl-emulator.ts';
import type { Report, Result } from '../drill/part.ts';
import { EmulatedCluster } from '../drill/emulated-cluster.ts';
import { findKubectl } from '../harness/find-kubectl.ts';
import { lodging as cli } from '../harness/command-line.ts';
import type { Ran } from '../harness/command-line.ts';
import { startLodging } from '../harness/lodging.ts';
import type { Lodging } from '../harness/lodging.ts';

const root = join(import.meta.dirname, '..', '..');
const PAGE = readFileSync(join(root, 'deploy/observability/runbooks/when-something-is-wrong.md'), 'utf8');
const [RECOVERY, PRODUCTION] = ['recovery', 'production/data'].map(
  (overlay) => `deploy/kubernetes/overlays/${overlay}/kustomization.yaml`,
);

/** The database is made again while no service runs; guests come back after a backup, the migrations and the repair. */
const ORDER = [
  'apply --filename -',
  'delete httproutes.gateway.networking.k8s.io lodging',
  'scale to 0',
  'delete clusters.postgresql.cnpg.io postgres',
  'apply --kustomize/overlays/recovery',
  'apply --filename -',
  'delete job',
  'apply --kustomize/overlays/production/migrations',
  ...Array.from({ length: 6 }, () => 'scale to 2'),
  'apply --kustomize/overlays/production/platform',
];
const shortly = (change: string): string => {
  if (change.startsWith('delete job')) return 'delete job';
  return change.replace(/^scale .*--replicas=(\d)$/, 'scale to $1').replace(' --ignore-not-found', '');
};

/** A step that was done, in the notes of a run. */
const DONE = /^\d+\/\d+ (.+) …\n(?:(?! {4}was done|\d+\/\d+ ).*\n)*? {4}done \(([\d.]+) s\)/gm;

interface Printed {
  readonly steps: { title: string; seconds: number; skipped: boolean }[];
  readonly recovery: Result;
  readonly report: Report;
}

let directory: string;
let checkout: string;
let database: ArchivedPostgres;
let lodging: Lodging;
let context: DrillContext;
let cluster: EmulatedCluster;
let emulator: Awaited<ReturnType<typeof kubectlEmulator>>;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'lodging-cluster-'));
  checkout = join(directory, 'checkout');
  for (const part of ['base', 'components', 'data', 'overlays']) {
    const path = join('deploy/kubernetes', part);
    cpSync(join(root, path), join(checkout, path), { recursive: true });
  }
  database = await startArchivedPostgres(directory);
  lodging = await startLodging({ ...drillSettings, POSTGRES_ADMIN_URL: database.adminUrl });
  context = await createDrillContext(lodging);
  cluster = new EmulatedCluster(lodging, database, findKubectl());
  emulator = await kubectlEmulator(directory, (call) => cluster.handle(call));
}, 180_000);
afterAll(async () => {
  await context?.receiver.stop();
  await lodging?.stop();
  await database?.stop();
  emulator?.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** The line of the runbook, with the time and the context of this run. */
function restore(to: string, ...flags: string[]): Promise<Ran> {
  const line = /^lodging (restore --to .+ --context \S+)$/m.exec(PAGE)?.[1] ?? '';
  const [verb = '', , , , , ...rest] = line.split(' ');
  const path = [emulator.path, process.env['PATH']].join(delimiter);
  const env = { PATH: path, INIT_CWD: checkout };
  const args = [verb, '--to', to, '--context', 'emulated', ...rest, '--yes', ...flags];
  return cli(lodging.home, args, { env, limitMs: 240_000 });
}

const moment = async (): Promise<string> => {
  const [row] = await database.query<{ now: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now`,
  );
  // As the restore writes it: without zeros at its end.
  return Temporal.Instant.from(row?.now ?? '').toString();
};

const stateOf = async (id: string): Promise<string | number> => {
  const { status, body } = await context.tenant.secret.get<{ state: string }>(`/v1/bookings/${id}`);
  return status === 200 ? body.state : status;
};

it('the restore of the runbook brings back every stay up to its moment, no night is sold twice, and an interrupted one goes on where it stopped', async () => {
  const first = await context.bookAndPay(context.week(1));
  await cluster.backUp('nightly');
  const second = await context.bookAndPay(context.week(2));
  await context.untilReceived('reservation.confirmed', second.id);
  const to = await moment();
  const lost = await context.bookAndPay(context.week(3));
  await context.untilReceived('reservation.confirmed', lost.id);

  // What the loss of the disk would cost now: the log since the last segment that was archived.
  const [archive] = await database.query<{ age: number }>(
    'SELECT extract(epoch FROM now() - last_archived_time)::float AS age FROM pg_stat_archiver',
  );
  const rpoSeconds = Math.round(archive?.age ?? 0);

  const future = await restore('2099-01-01T00:00:00Z');
  expect([future.code, future.notes]).toEqual([1, expect.stringContaining('is in the future')]);
  const plan = await restore(to, '--dry-run');
  expect([plan.code, plan.out]).toEqual([0, expect.stringContaining('Nothing speaks against it')]);
  expect(cluster.changes).toEqual([]);
  const started = performance.now();
  cluster.failOnce = 'rollout status';
  const broken = await restore(to, '--json');
  expect([broken.code, broken.notes]).toEqual([1, expect.stringContaining('lost connection')]);
  expect(cluster.has('httproute', 'lodging')).toBe(false);
  const { code, out, notes } = await restore(to, '--json');
  const seconds = (performance.now() - started) / 1000;
  expect(code, notes).toBe(0);
  const { steps, recovery, report } = JSON.parse(out) as Printed;

  expect(
    cluster.changes.map((change) => change.replace(/ [^ ]*\/checkout\/deploy\/kubernetes/, '')).map(shortly),
  ).toEqual(ORDER);
  expect(steps.filter(({ skipped }) => skipped).length).toBeGreaterThanOrEqual(6);
  expect(cluster.has('httproute', 'lodging')).toBe(true);
  expect([recovery.complete, report.complete]).toEqual([true, true]);
  expect(report.stays.map(({ id }) => id)).toEqual([lost.id]);
  expect(await Promise.all([first, second, lost].map(({ id }) => stateOf(id)))).toEqual([
    'confirmed',
    'confirmed',
    404,
  ]);
  const quoted = [1, 2, 3].map((week) => context.tenant.secret.post('/v1/quotes', context.week(week)));
  expect((await Promise.all(quoted)).map(({ status }) => status)).toEqual([409, 409, 200]);
  const read = (path = ''): string => readFileSync(join(checkout, path), 'utf8');
  expect(read(RECOVERY)).toContain(`targetTime: '${to.replace('T', ' ').replace('Z', '+00')}'`);
  expect(read(PRODUCTION)).toMatch(/value: postgres-1$/m);
  const took = [...`${broken.notes}\n${notes}`.matchAll(DONE)].map(([, title, own]) => [title, Number(own)]);
  process.stdout.write(`${JSON.stringify({ rtoSeconds: Math.round(seconds), rpoSeconds, steps: took })}\n`);
}, 400_000);
