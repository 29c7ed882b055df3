import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPrograms } from './find-programs.ts';
import { runServer } from './run-server.ts';
import type { Server } from './run-server.ts';

export interface PrometheusToStart {
  directory: string;
  /** `host:port` of each process that answers /metrics, by name. */
  targets: Readonly<Record<string, string>>;
  program?: string | undefined;
  /** Files of rules, which are evaluated every second. */
  rules?: readonly string[];
}

export async function startPrometheus(options: PrometheusToStart): Promise<Server & { url: string }> {
  const { directory, targets, rules = [] } = options;
  const program =
    options.program ??
    (await findPrograms({ installMissing: true, only: ['prometheus'] })).prometheus.prometheus;
  mkdirSync(directory, { recursive: true });
  const configFile = join(directory, 'prometheus.json');
  // JSON is valid YAML.
  const jobs = Object.entries(targets).map(([name, target]) => ({
    job_name: name,
    static_configs: [{ targets: [target] }],
  }));
  // A process whose database does not answer leaves gauges out after a second.
  const global = { scrape_interval: '2s', scrape_timeout: '2s', evaluation_interval: '1s' };
  const config = { global, rule_files: rules, scrape_configs: jobs };
  writeFileSync(configFile, JSON.stringify(config));
  const server = await runServer({
    name: 'Prometheus',
    port: undefined,
    command: (port) => ({
      command: program,
      args: [
        `--config.file=${configFile}`,
        `--storage.tsdb.path=${join(directory, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      logFile: join(directory, 'prometheus.log'),
    }),
    probe: async (port) => {
      const answer = await fetch(`http://127.0.0.1:${port}/-/ready`);
      if (!answer.ok) throw new Error(`answers ${answer.status}`);
    },
  });
  return { ...server, url: `http://127.0.0.1:${server.port}` };
}
