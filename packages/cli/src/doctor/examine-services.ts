import type { Finding } from './finding.ts';
import { fail, orOk, warn, ok } from './finding.ts';
import { isLocal, reachableOf } from './snapshot.ts';
import type { DeploymentSnapshot, Reachable } from './snapshot.ts';

export function examineServices(snapshot: DeploymentSnapshot): Finding[] {
  return snapshot.health.services.map((one) => {
    const check = `service ${one.service}`;
    const look = `Check its log and /readyz${isLocal(snapshot) ? '; npm start restarts it automatically' : ''}.`;
    if (!one.reachable) return fail(check, `${one.service} is unreachable: ${one.why}.`, look);
    const failing = one.checks.filter(({ required, ok }) => required && !ok);
    const write = one.checks.find(({ name, ok: passes }) => name === 'writes' && !passes);
    if (failing.length === 0 && write !== undefined)
      return fail(
        check,
        `${one.service} cannot commit to its database: ${write.error ?? 'it fails'}.`,
        'Check the standbys of Postgres (a commit waits for one), its disk and its locks.',
      );
    if (failing.length === 0) return ok(check, `${one.service} ${one.version} is ready.`);
    const why = failing.map(({ name, error }) => `${name} (${error ?? 'fails'})`).join(', ');
    return fail(check, `${one.service} is not ready: ${why}.`, look);
  });
}

export function examineVersions(snapshot: DeploymentSnapshot): readonly Finding[] {
  const versions = [...new Set(reachableOf(snapshot).map(({ version }) => version))].toSorted();
  if (versions.length <= 1)
    return [ok('versions', `All reachable services run ${versions[0] ?? 'unknown'}.`)];
  const message = `The services run ${versions.length} versions: ${versions.join(', ')}.`;
  return [
    areAdjacent(versions)
      ? warn('versions', message, 'Expected during a rollout; otherwise deploy the same version everywhere.')
      : fail('versions', message, 'Deploy adjacent versions: other combinations are not tested.'),
  ];
}

const RELEASE = /^v?(\d+)\.(\d+)\.(\d+)/;

/** One minor release apart at the most. Names that are no release numbers count as adjacent. */
export function areAdjacent(versions: readonly string[]): boolean {
  const releases = versions.map((version) => RELEASE.exec(version));
  const numbers = releases.map((release) => [Number(release?.[1]), Number(release?.[2])] as const);
  if (releases.includes(null)) return true;
  const majors = new Set(numbers.map(([major]) => major));
  const minors = numbers.map(([, minor]) => minor);
  return majors.size === 1 && Math.max(...minors) - Math.min(...minors) <= 1;
}

export function examineMigrations(snapshot: DeploymentSnapshot): readonly Finding[] {
  const findings = reachableOf(snapshot).flatMap(({ service, database }) => {
    if (database === null) {
      return [
        fail(
          'migrations',
          `${service} cannot read its migration status.`,
          'Check its Postgres and POSTGRES_URL.',
        ),
      ];
    }
    const pending = database.migrations.flatMap((state) => state.pending);
    if (pending.length === 0) return [];
    const message = `${service} has pending migrations: ${pending.join(', ')}.`;
    return [
      fail('migrations', message, `Run the migrations of ${service} (src/migrate.ts with MIGRATIONS_URL).`),
    ];
  });
  return orOk(findings, 'migrations', 'All migrations are applied.');
}

const NOTICEABLE_MS = 500;
const HARMFUL_MS = 5_000;

export function examineClocks(snapshot: DeploymentSnapshot): readonly Finding[] {
  const { clockSkewMs: here } = snapshot;
  const findings = reachableOf(snapshot).flatMap((one) => [
    ...skewOf(`The clock of ${one.service}`, 'its Postgres’s', one.database?.clockSkewMs ?? 0),
    ...skewOf(`The clock of ${one.service}`, 'the gateway’s', one.clockSkewMs),
  ]);
  const ours = skewOf('The gateway’s clock', 'the one of this machine', here).map((finding): Finding => ({
    ...finding,
    level: 'warn',
  }));
  return orOk([...findings, ...ours], 'clocks', 'The clocks of services, Postgres and this machine agree.');
}

function skewOf(whose: string, than: string, skewMs: number): Finding[] {
  const size = Math.abs(skewMs);
  if (size < NOTICEABLE_MS) return [];
  const message = `${whose} is ${(size / 1000).toFixed(1)} s ${skewMs > 0 ? 'ahead of' : 'behind'} ${than}.`;
  const remedy = 'Synchronise both machines with NTP (chrony, systemd-timesyncd).';
  return [size < HARMFUL_MS ? warn('clocks', message, remedy) : fail('clocks', message, remedy)];
}

/** Optional checks whose state is unknown. */
export function examineFacts(snapshot: DeploymentSnapshot): Finding[] {
  return reachableOf(snapshot).flatMap((one: Reachable) =>
    one.checks
      .filter(({ name, ok }) => name === 'facts' && !ok)
      .map(({ error }) =>
        warn(
          `service ${one.service}`,
          `${one.service} could not read its statistics: ${error ?? 'no reason'}.`,
          'Check its log.',
        ),
      ),
  );
}
