import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPrograms } from './find-programs.ts';
import { runServer } from './run-server.ts';
import type { Server } from './run-server.ts';

export interface AlertmanagerToStart {
  directory: string;
  /** The text of its configuration file. */
  config: string;
}

export async function startAlertmanager({
  directory,
  config,
}: AlertmanagerToStart): Promise<Server & { url: string }> {
  const { alertmanager } = await findPrograms({ installMissing: true, only: ['alertmanager'] });
  mkdirSync(directory, { recursive: true });
  const configFile = join(directory, 'alertmanager.yaml');
  writeFileSync(configFile, config);
  const server = await runServer({
    name: 'Alertmanager',
    port: undefined,
    command: (port) => ({
      command: alertmanager,
      args: [
        `--config.file=${configFile}`,
        `--storage.path=${join(directory, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        // Alone, without the port for its peers.
        '--cluster.listen-address=',
      ],
      logFile: join(directory, 'alertmanager.log'),
    }),
    probe: async (port) => {
      const answer = await fetch(`http://127.0.0.1:${port}/-/ready`);
      if (!answer.ok) throw new Error(`answers ${answer.status}`);
    },
  });
  return { ...server, url: `http://127.0.0.1:${server.port}` };
}
