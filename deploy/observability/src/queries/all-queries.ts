import { dashboards } from '../dashboards/all.ts';
import { runbooks } from '../runbooks/read-runbooks.ts';
import { withoutVariables } from './read-expression.ts';
import { ruleFiles } from './rule-files.ts';

export interface Placed {
  readonly place: string;
  readonly expr: string;
}

export function dashboardQueries(): Placed[] {
  return dashboards.flatMap(({ title, rows }) =>
    rows
      .flatMap(({ panels }) => panels)
      .filter(({ kind }) => kind !== 'logs')
      .flatMap((panel) =>
        panel.queries.map(({ expr }) => ({
          place: `${title} / ${panel.title}`,
          expr: withoutVariables(expr),
        })),
      ),
  );
}

export function ruleQueries(): Placed[] {
  return ruleFiles().flatMap(({ file, rules }) =>
    rules.map(({ alert, record, expr }) => ({ place: `${file} / ${alert ?? record ?? ''}`, expr })),
  );
}

export function runbookQueries(): Placed[] {
  return runbooks().flatMap(({ page, blocks }) =>
    blocks
      .filter(({ language }) => language === 'promql')
      .map(({ text }) => ({ place: `runbooks/${page}`, expr: text })),
  );
}
