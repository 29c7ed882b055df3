import type { Finding } from './finding.ts';
import { fail, orOk, warn, ok } from './finding.ts';
import { isLocal, reachableOf } from './snapshot.ts';
import type { DeploymentSnapshot, Reachable } from './snapshot.ts';

export function examineServices(snapshot: DeploymentSnapshot): Finding[] {
  return snapshot.health.services.map((one) => {
    const check = `service ${one.service}`;
    const look = `Look at its log and its /readyz${isLocal(snapshot) ? '; npm start starts it again by itself' : ''}.`;
    if (!one.reachable) return fail(check, `${one.service} cannot be reached: ${one.why}.`, look);
    const failing = one.checks.filter(({ required, ok }) => required && !ok);
    if (failing.length === 0) return ok(check, `${one.service} ${one.version} is ready.`);
    const why = failing.map(({ name, error }) => `${name} (${error ?? 'fails'})`).join(', ');
    return fail(check, `${one.service} is not ready: ${why}.`, look);
  });
}

export function examineVersions(snapshot: DeploymentSnapshot): readonly Finding[] {
  const versions = [...new Set(reachableOf(snapshot).map(({ version }) => version))].toSorted();
  if (versions.length <= 1)
    return [ok('versions', `Every service that answers is ${versions[0] ?? 'unknown'}.`)];
  const message = `The services are of ${versions.length} versions: ${versions.join(', ')}.`;
  return [
    areAdjacent(versions)
      ? warn(
          'versions',
          message,
          'Well while one is rolled out; otherwise deploy the same version everywhere.',
        )
      : fail(
          'versions',
          message,
          'Deploy versions that lie next to one another: no others are tried together.',
        ),
  ];
}

const RELEASE = /^v?(\d+)\.(\d+)\.(\d+)/;

/** One minor release apart at the most. A name that is no release says nothing of how far apart they are. */
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
          `${service} cannot read what its database has.`,
          'Is its Postgres there, and POSTGRES_URL right?',
        ),
      ];
    }
    const pending = database.migrations.flatMap((state) => state.pending);
    if (pending.length === 0) return [];
    const message = `${service} waits for ${pending.join(', ')}.`;
    return [
      fail('migrations', message, `Run the migrations of ${service} (src/migrate.ts with MIGRATIONS_URL).`),
    ];
  });
  return orOk(findings, 'migrations', 'Every schema has every migration its service knows.');
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
  return orOk([...findings, ...ours], 'clocks', 'Services, Postgres and this machine agree on the time.');
}

function skewOf(whose: string, than: string, skewMs: number): Finding[] {
  const size = Math.abs(skewMs);
  if (size < NOTICEABLE_MS) return [];
  const message = `${whose} is ${(size / 1000).toFixed(1)} s ${skewMs > 0 ? 'ahead of' : 'behind'} ${than}.`;
  const remedy = 'Have both machines follow a time server (chrony, systemd-timesyncd).';
  return [size < HARMFUL_MS ? warn('clocks', message, remedy) : fail('clocks', message, remedy)];
}

/** What a service can do without for a while, and could not tell. */
export function examineFacts(snapshot: DeploymentSnapshot): Finding[] {
  return reachableOf(snapshot).flatMap((one: Reachable) =>
    one.checks
      .filter(({ name, ok }) => name === 'facts' && !ok)
      .map(({ error }) =>
        warn(
          `service ${one.service}`,
          `${one.service} could not count its work: ${error ?? 'no reason'}.`,
          'Look at its log.',
        ),
      ),
  );
}
