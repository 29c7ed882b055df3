import type { ICluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { allOf, nameOf, servicesOf, workloadsOf } from './policy.ts';
import type { Policy } from './policy.ts';

const DIGEST = /@sha256:[0-9a-f]{64}$/;
const TAG = /^[^@]+:(?<tag>\w[\w.-]*)$/;

export const imagesArePinned: Policy = (rendered) =>
  workloadsOf(rendered).flatMap(({ title, containers }) =>
    containers.flatMap(({ image = '' }) => {
      if (DIGEST.test(image)) return [];
      const tag = TAG.exec(image)?.groups?.['tag'];
      return tag === undefined || tag === 'latest'
        ? [`${title} has no tag or digest: ${image || 'no image'}`]
        : [];
    }),
  );

/** The version before the digest: the operator reads the major version of the database from it. */
const DATABASE = /^[^@]+:\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/;

/** A restore makes the Cluster again: without an image it would get the version that the operator prefers on that day. */
export const databasesKeepTheirVersion: Policy = (rendered) =>
  allOf<ICluster>(rendered, 'Cluster')
    .filter(({ spec }) => !DATABASE.test(spec?.imageName ?? ''))
    .map((cluster) => `Cluster ${nameOf(cluster)} has no imageName with a version and a digest`);

/** A service waits until the migrations of its version are applied. */
export const migrationsHaveTheSameVersion: Policy = (rendered) => {
  const jobs = workloadsOf(rendered).filter(({ kind }) => kind === 'Job');
  return servicesOf(rendered).flatMap((deployment) => {
    const name = nameOf(deployment);
    const image = deployment.spec?.template.spec?.containers[0]?.image;
    const job = jobs.find((each) => each.name === `${name}-migrations`);
    if (job === undefined) return [`Deployment ${name} has no migrations`];
    return job.containers[0]?.image === image ? [] : [`${job.title} and its service have different versions`];
  });
};
