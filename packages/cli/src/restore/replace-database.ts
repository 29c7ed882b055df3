// Up to the database of the restore time. While the live Cluster is not that one, all of these are done; afterwards none.
import { failed } from '../failure.ts';
import { writeArchives } from './archives.ts';
import { takeBackup } from './backups.ts';
import {
  CLUSTERS,
  DATABASE,
  DATABASE_LABEL,
  hasCondition,
  isRestoredTo,
  ROUTES,
  SERVICES_LABEL,
} from './objects.ts';
import type { Cluster, Deployment, Metadata } from './objects.ts';
import { waitFor } from './steps.ts';
import type { Restoration, Step } from './steps.ts';

const MINUTES = { pods: 10, volumes: 10, recovery: 60 };

const liveCluster = ({ kubectl }: Restoration) => kubectl.find<Cluster>(CLUSTERS, DATABASE);

async function wasReplaced(restoration: Restoration): Promise<string | undefined> {
  const cluster = await liveCluster(restoration);
  return cluster !== undefined && isRestoredTo(cluster, restoration.targetTime)
    ? `the database is that of ${restoration.targetTime}`
    : undefined;
}

export function replacementSteps(restoration: Restoration): Step[] {
  const isDone = () => wasReplaced(restoration);
  return [
    {
      title: 'Name the archives in this checkout',
      does: [
        `overlays/recovery: targetTime ${restoration.targetTime}, read ${restoration.archives.reads}`,
        `overlays/production/data: write ${restoration.archives.writes}`,
      ],
      isDone: async () => undefined,
      act: () => nameArchives(restoration),
    },
    {
      title: 'Back up what is left',
      does: ['a base backup and its log, where the database can be read; --without-last-backup skips it'],
      isDone,
      act: () => backUpRest(restoration),
    },
    {
      title: 'Close the routes',
      does: [`delete all of ${ROUTES.join(', ')}: guests and the provider have no access`],
      isDone,
      act: () => closeRoutes(restoration),
    },
    {
      title: 'Stop the services',
      does: [`scale deploy -l ${SERVICES_LABEL} --replicas=0`, 'wait until none of their pods is left'],
      isDone,
      act: () => stopServices(restoration),
    },
    {
      title: 'Delete the database',
      does: [`delete cluster ${DATABASE}, with its volumes`, 'wait until no pod and no volume is left'],
      isDone,
      act: () => deleteDatabase(restoration),
    },
    {
      title: 'Make it again from the archive',
      does: ['apply -k deploy/kubernetes/overlays/recovery', 'wait until the cluster is Ready'],
      isDone: async () => {
        const cluster = await liveCluster(restoration);
        return cluster !== undefined && hasCondition(cluster, 'Ready') ? isDone() : undefined;
      },
      act: () => recoverDatabase(restoration),
    },
  ];
}

async function nameArchives({ checkout, archives }: Restoration): Promise<string> {
  const changed = await writeArchives(checkout, archives);
  const state = `reads ${archives.reads}, writes ${archives.writes}`;
  return changed.length === 0 ? state : `${state}; commit ${changed.join(' and ')} before the next rollout`;
}

async function backUpRest(restoration: Restoration): Promise<string> {
  if (restoration.withoutLastBackup) return 'left out, as demanded';
  const cluster = await liveCluster(restoration);
  if (cluster === undefined || !hasCondition(cluster, 'Ready'))
    return 'the database cannot be read: no backup';
  const stamp = restoration.target.toString().replaceAll(/\D/g, '');
  return takeBackup(restoration, `before-restore-${stamp}`);
}

async function closeRoutes({ kubectl }: Restoration): Promise<string> {
  const closed: string[] = [];
  for (const kind of ROUTES) {
    for (const { metadata } of await kubectl.list<{ metadata: Metadata }>(kind)) {
      await kubectl.run(['delete', kind, metadata.name, '--ignore-not-found']);
      closed.push(metadata.name);
    }
  }
  const left = await Promise.all(ROUTES.map((kind) => kubectl.list(kind)));
  if (left.flat().length > 0)
    throw failed('A route came back at once: suspend what makes it, then run this again.');
  return closed.length === 0 ? 'there was none' : `${closed.join(', ')}; none is left`;
}

async function stopServices({ kubectl }: Restoration): Promise<string> {
  const deployments = await kubectl.list<Deployment>('deploy', SERVICES_LABEL);
  const names = deployments.map(({ metadata }) => `deploy/${metadata.name}`);
  if (names.length > 0) await kubectl.run(['scale', ...names, '--replicas=0']);
  await waitFor('no pod of a service is left', MINUTES.pods, async () =>
    (await kubectl.list('pod', SERVICES_LABEL)).length === 0 ? true : undefined,
  );
  return `${names.length} services at 0 replicas, no pod left`;
}

async function deleteDatabase({ kubectl }: Restoration): Promise<string> {
  await kubectl.run(['delete', CLUSTERS, DATABASE, '--ignore-not-found']);
  // A new cluster of the same name would take volumes that are still there.
  await waitFor('no pod and no volume of the database is left', MINUTES.volumes, async () => {
    const left = await Promise.all(['pod', 'pvc'].map((kind) => kubectl.list(kind, DATABASE_LABEL)));
    return left.flat().length === 0 ? true : undefined;
  });
  return 'no pod and no volume left';
}

async function recoverDatabase(restoration: Restoration): Promise<string> {
  const { kubectl, checkout, archives, targetTime, note } = restoration;
  await kubectl.run(['apply', '--kustomize', `${checkout}/deploy/kubernetes/overlays/recovery`]);
  let phase: string | undefined;
  const cluster = await waitFor('the database is Ready', MINUTES.recovery, async () => {
    const now = await liveCluster(restoration);
    if (now?.status?.phase !== phase) note(`    ${(phase = now?.status?.phase) ?? ''}`);
    return now !== undefined && hasCondition(now, 'Ready') ? now : undefined;
  });
  if (!isRestoredTo(cluster, targetTime)) throw failed(`The cluster was not restored to ${targetTime}.`);
  return `Ready, of ${targetTime} from ${archives.reads}, ${cluster.status?.image ?? cluster.spec.imageName ?? ''}`;
}
