import { nameOf, servicesOf, workloadsOf } from './policy.ts';
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
