import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

const ALERTS = join(import.meta.dirname, '..', 'observability', 'alerts');

/** One object for each file, so that a team takes the alerts it has data for. */
export function alertingRules(command: string): string {
  const heading = `# The rules of deploy/observability/alerts. Rendered by \`${command}\`; do not edit.\n`;
  const files = existsSync(ALERTS) ? readdirSync(ALERTS).filter((file) => file.endsWith('.yaml')) : [];
  const objects = files.toSorted().map((file) => {
    const { groups }: { groups: unknown } = parse(readFileSync(join(ALERTS, file), 'utf8'));
    return {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'PrometheusRule',
      metadata: { name: `lodging-${file.replace('.yaml', '')}` },
      spec: { groups },
    };
  });
  return heading + objects.map((object) => stringify(object, { lineWidth: 0 })).join('---\n');
}
