import { join } from 'node:path';
import { stringify } from 'yaml';
import { dashboards } from './dashboards/all.ts';
import { writeDashboard } from './dashboards/dashboard.ts';
import { burnRateRules } from './objectives/burn-rate-rules.ts';
import { readObjectives } from './objectives/read-objectives.ts';

export const HOME = join(import.meta.dirname, '..');

/** By path from deploy/observability. Grafana of compose and the component of Kubernetes read the same dashboards. */
export function generatedFiles(): Map<string, string> {
  const heading = '# Generated from slo.yaml by src/write.ts. Change slo.yaml, then run src/write.ts.\n\n';
  const rules = stringify(burnRateRules(readObjectives(HOME)), {
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
  return new Map([
    ['alerts/objectives.yaml', heading + rules],
    ...dashboards.map((made): [string, string] => [
      `../kubernetes/components/dashboards/${made.uid.replace(/^lodging-/, '')}.json`,
      writeDashboard(made),
    ]),
  ]);
}
