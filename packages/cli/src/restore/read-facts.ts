import type { Facts } from './dangers.ts';
import type { Kubectl } from './kubectl.ts';
import { BACKUPS, CLUSTERS, DATABASE, SERVICES_LABEL } from './objects.ts';
import type { Backup, Cluster, Deployment } from './objects.ts';

const OVERLAYS = 'deploy/kubernetes/overlays';

/** Only reads. */
export async function readFacts(
  kubectl: Kubectl,
  checkout: string,
  given: Pick<Facts, 'target' | 'targetTime' | 'now' | 'files' | 'flags'>,
): Promise<Facts> {
  const [cluster, backups, deployments, migrations, database] = await Promise.all([
    kubectl.find<Cluster>(CLUSTERS, DATABASE),
    kubectl.list<Backup>(BACKUPS),
    kubectl.list<Deployment>('deploy', SERVICES_LABEL),
    kubectl.render(`${checkout}/${OVERLAYS}/production/migrations`),
    kubectl.render(`${checkout}/${OVERLAYS}/recovery`),
  ]);
  return {
    ...given,
    cluster,
    backups,
    deployments,
    rendered: {
      services: [...migrations.matchAll(/^\s+(?:- )?image: (\S+)$/gm)].map(([, image = '']) => image),
      database: /^\s+imageName: (\S+)$/m.exec(database)?.[1],
    },
  };
}
