import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { HOME } from '../generated-files.ts';
import { alerts } from '../queries/rule-files.ts';

/** The labels of an alert as Prometheus sends it. */
export interface Labels {
  readonly [label: string]: string;
  readonly alertname: string;
  readonly severity: string;
}

const testFile = z.object({
  tests: z.array(
    z.object({
      alert_rule_test: z.array(
        z.object({
          alertname: z.string(),
          exp_alerts: z.array(z.object({ exp_labels: z.record(z.string(), z.string()) })),
        }),
      ),
    }),
  ),
});

/** Every alert that the tests of the rules see firing, with the labels that promtool found on it. */
export function firedAlerts(): Labels[] {
  const folder = join(HOME, 'alert-tests');
  const checks = readdirSync(folder).flatMap((name) =>
    testFile
      .parse(parse(readFileSync(join(folder, name), 'utf8')))
      .tests.flatMap(({ alert_rule_test: found }) => found),
  );
  const fired = checks.flatMap(({ alertname, exp_alerts: alerts }) =>
    alerts.map(({ exp_labels: { severity = '', ...labels } }): Labels => ({
      ...labels,
      alertname,
      severity,
    })),
  );
  const all = [...fired, ...otherBurns(fired)];
  // One rule may report several checks.
  return [
    ...new Map(all.map((labels) => [`${nameOf(labels)} ${labels['lodging_check'] ?? ''}`, labels])).values(),
  ];
}

/** The three rules of an objective are made alike: what one of them carries, the others do. */
function otherBurns(fired: readonly Labels[]): Labels[] {
  return alerts().flatMap(({ alert, labels: { severity = '', burn } }) => {
    const sibling = fired.find(({ alertname, burn: other }) => alertname === alert && other !== undefined);
    return burn === undefined || sibling === undefined ? [] : [{ ...sibling, severity, burn }];
  });
}

/** `BookingsFailing page fast`; one name for each rule, and for each service where a rule has several. */
export function nameOf(labels: Labels): string {
  const { alertname, severity, burn, service_name: service } = labels;
  return [alertname, severity, burn ?? service].filter((part) => part !== undefined).join(' ');
}
