import { failed } from '../failure.ts';
import { BACKUPS, DATABASE } from './objects.ts';
import type { Backup } from './objects.ts';
import { waitFor } from './steps.ts';
import type { Restoration } from './steps.ts';

const MINUTES = 120;

/** A base backup by the plugin, under a name, so that a second run waits for the same one. */
export async function takeBackup({ kubectl }: Restoration, name: string): Promise<string> {
  const backup = {
    apiVersion: 'postgresql.cnpg.io/v1',
    kind: 'Backup',
    metadata: { name },
    spec: {
      cluster: { name: DATABASE },
      method: 'plugin',
      pluginConfiguration: { name: 'barman-cloud.cloudnative-pg.io' },
    },
  };
  await kubectl.run(['apply', '--filename', '-'], JSON.stringify(backup));
  const { status } = await waitFor(`the backup ${name} is completed`, MINUTES, async () => {
    const found = await kubectl.find<Backup>(BACKUPS, name);
    if (found?.status?.phase === 'failed')
      throw failed(
        `The backup ${name} failed: ${found.status.error ?? 'no reason'}. Delete it before another try.`,
      );
    return found?.status?.phase === 'completed' ? found : undefined;
  });
  return `${name}, completed at ${status?.stoppedAt ?? 'an unknown time'}`;
}
