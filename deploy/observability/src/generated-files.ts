import { join } from 'node:path';
import { stringify } from 'yaml';
import { dashboards } from './dashboards/all.ts';
import { writeDashboard } from './dashboards/dashboard.ts';
import { burnRateRules } from './objectives/burn-rate-rules.ts';
import { readObjectives } from './objectives/read-objectives.ts';

export const HOME = join(import.meta.dirname, '..');

/** By path below deploy/observability. */
export function generatedFiles(): Map<string, string> {
  const heading = '# Made of slo.yaml by src/write.ts; change that, and run it again.\n\n';
  const rules = stringify(burnRateRules(readObjectives(HOME)), {
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
  return new Map([
    ['alerts/objectives.yaml', heading + rules],
    ...dashboards.map((made): [string, string] => [
      `grafana/dashboards/${made.uid.replace(/^lodging-/, '')}.json`,
      writeDashboard(made),
    ]),
  ]);
}
