// From the database of the restore time to guests. Each step may be repeated.
import { healthOverview } from '@lodging/contract-public';
import type { RecoveryResult } from '@lodging/contract-public';
import type { AdminClient } from '../admin-client.ts';
import { describeResult, recoverAll } from '../commands/recover.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure, failed } from '../failure.ts';
import { takeBackup } from './backups.ts';
import {
  BACKUPS,
  CLUSTERS,
  DATABASE,
  hasCondition,
  MIGRATIONS_LABEL,
  ROUTES,
  SERVICES_LABEL,
} from './objects.ts';
import type { Autoscaler, Backup, Cluster, Deployment, Job, Metadata } from './objects.ts';
import { waitFor } from './steps.ts';
import type { Restoration, Step } from './steps.ts';

const MINUTES = { migrations: 12 * 60, health: 10 };
const FEWEST = 2;
const OVERLAYS = 'deploy/kubernetes/overlays/production';

export interface Recovery {
  readonly restoration: Restoration;
  /** Opened when the gateway runs. */
  readonly admin: () => Promise<AdminClient>;
  /** Somewhat before the restore time: events reach their consumers with a delay. */
  readonly since: string;
  readonly onResult: (result: RecoveryResult) => void;
}

export function returnSteps(recovery: Recovery): Step[] {
  const { restoration, since } = recovery;
  const always = async () => undefined;
  return [
    {
      title: 'Back up the new archive',
      does: ['a base backup: before the first one, nothing can be restored from the new archive'],
      isDone: () => backedUp(restoration),
      act: async () => takeBackup(restoration, await nameOfFirst(restoration)),
    },
    {
      title: 'Migrate the schemas',
      does: [
        `delete job -l ${MIGRATIONS_LABEL}`,
        `apply -k ${OVERLAYS}/migrations`,
        'wait until all are complete',
      ],
      isDone: () => migrated(restoration),
      act: () => migrate(restoration),
    },
    {
      title: 'Start the services',
      does: [
        `scale deploy -l ${SERVICES_LABEL} to the minimum of their autoscalers`,
        'wait for their rollouts',
      ],
      isDone: always,
      act: () => startServices(restoration),
    },
    {
      title: 'Wait until every service is ready',
      does: ['GET /admin/v1/health, through a port-forward of gateway-admin'],
      isDone: always,
      act: () => awaitHealth(recovery),
    },
    {
      title: 'Repair references between the schemas',
      does: [`recover apply --since ${since}`],
      isDone: always,
      act: () => repair(recovery),
    },
    {
      title: 'Open the routes',
      does: [`apply -k ${OVERLAYS}/platform`, 'check that there is a route'],
      isDone: always,
      act: () => openRoutes(restoration),
    },
  ];
}

async function clusterOf({ kubectl }: Restoration): Promise<Cluster> {
  const cluster = await kubectl.find<Cluster>(CLUSTERS, DATABASE);
  if (cluster === undefined) throw failed(`There is no cluster ${DATABASE}.`);
  return cluster;
}

/** Of the time at which the cluster was made, so that a second run finds it. */
async function nameOfFirst(restoration: Restoration): Promise<string> {
  const { metadata } = await clusterOf(restoration);
  return `after-restore-${metadata.creationTimestamp.replaceAll(/\D/g, '')}`;
}

async function backedUp(restoration: Restoration): Promise<string | undefined> {
  const name = await nameOfFirst(restoration);
  const backup = await restoration.kubectl.find<Backup>(BACKUPS, name);
  return backup?.status?.phase === 'completed' ? `${name} is completed` : undefined;
}

const migrationJobs = ({ kubectl }: Restoration) =>
  kubectl.list<Job & { metadata: Metadata }>('job', MIGRATIONS_LABEL);

async function migrated(restoration: Restoration): Promise<string | undefined> {
  const { metadata } = await clusterOf(restoration);
  const jobs = await migrationJobs(restoration);
  const areNew = jobs.every(
    (job) =>
      hasCondition(job, 'Complete') &&
      Temporal.Instant.compare(job.metadata.creationTimestamp, metadata.creationTimestamp) > 0,
  );
  return jobs.length > 0 && areNew ? `${jobs.length} jobs are complete` : undefined;
}

async function migrate(restoration: Restoration): Promise<string> {
  const { kubectl, checkout } = restoration;
  await kubectl.run(['delete', 'job', `--selector=${MIGRATIONS_LABEL}`]);
  await kubectl.run(['apply', '--kustomize', `${checkout}/${OVERLAYS}/migrations`]);
  return waitFor('every migration is complete', MINUTES.migrations, async () => {
    const jobs = await migrationJobs(restoration);
    const broken = jobs.filter((job) => hasCondition(job, 'Failed')).map(({ metadata }) => metadata.name);
    if (broken.length > 0) throw failed(`Failed: ${broken.join(', ')}. Read their logs.`);
    const isDone = jobs.length > 0 && jobs.every((job) => hasCondition(job, 'Complete'));
    return isDone ? `${jobs.length} jobs are complete` : undefined;
  });
}

async function startServices({ kubectl, checkout }: Restoration): Promise<string> {
  // After the loss of everything, there are none.
  if ((await kubectl.list('deploy', SERVICES_LABEL)).length === 0)
    await kubectl.run(['apply', '--kustomize', `${checkout}/${OVERLAYS}/services`]);
  const [deployments, autoscalers] = await Promise.all([
    kubectl.list<Deployment>('deploy', SERVICES_LABEL),
    kubectl.list<Autoscaler>('hpa'),
  ]);
  for (const { metadata, spec } of deployments) {
    const { name } = metadata;
    const least = autoscalers.find((one) => one.metadata.name === name)?.spec.minReplicas ?? FEWEST;
    // An autoscaler is inactive at none, and owns every other number.
    if (spec.replicas === 0) await kubectl.run(['scale', `deploy/${name}`, `--replicas=${least}`]);
  }
  for (const { metadata } of deployments)
    await kubectl.run(['rollout', 'status', `deploy/${metadata.name}`, '--timeout=10m']);
  return `${deployments.length} services run`;
}

async function awaitHealth({ admin }: Recovery): Promise<string> {
  const client = await admin();
  return waitFor('every service is ready', MINUTES.health, async () => {
    const { services } = await client.get('/health', healthOverview);
    const ready = services.filter(
      (one) => one.reachable && one.checks.every(({ required, ok }) => ok || !required),
    );
    const versions = new Set(services.map((one) => (one.reachable ? one.version : '')));
    return ready.length === services.length
      ? `${services.map(({ service }) => service).join(', ')}: version ${[...versions].join(', ')}`
      : undefined;
  });
}

async function repair({ admin, since, onResult, restoration }: Recovery): Promise<string> {
  const { result, isStuck } = await recoverAll(await admin(), since);
  restoration.note(describeResult(result));
  onResult(result);
  const away = result.unreachable.map(({ service, why }) => `${service} (${why})`);
  if (isStuck || !result.complete || away.length > 0)
    throw new Failure(
      exitCodes.unreachable,
      `The repair is incomplete${away.length > 0 ? `: without ${away.join(', ')}` : ''}. The routes stay closed; run the same command again.`,
    );
  return `complete; units claimed for ${result.claimed} stays, refused for ${result.unclaimed.length}`;
}

async function openRoutes({ kubectl, checkout }: Restoration): Promise<string> {
  await kubectl.run(['apply', '--kustomize', `${checkout}/${OVERLAYS}/platform`]);
  const routes = (await Promise.all(ROUTES.map((kind) => kubectl.list<{ metadata: Metadata }>(kind)))).flat();
  if (routes.length === 0) throw failed(`${OVERLAYS}/platform made no route.`);
  return `${routes.map(({ metadata }) => metadata.name).join(', ')}: guests have access`;
}
