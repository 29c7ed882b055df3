import type { Panel, Query, Threshold } from './panel.ts';

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

export interface Variable {
  readonly name: string;
  readonly label: string;
  /** `label_values(metric, label)` */
  readonly query: string;
  readonly multiple: boolean;
}

export interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly variables: readonly Variable[];
  readonly rows: readonly Row[];
}

const COLUMNS = 24;
const METRICS = { type: 'prometheus', uid: '${datasource}' };
const LOGS = { type: 'loki', uid: '${logs}' };

export function writeDashboard(dashboard: Dashboard): string {
  return `${JSON.stringify(toGrafana(dashboard), undefined, 2)}\n`;
}

function toGrafana({ uid, title, description, variables, rows }: Dashboard): object {
  const sources = [sourceVariable('datasource', 'Metrics', 'prometheus')];
  if (rows.some((row) => row.panels.some(isLogs))) sources.push(sourceVariable('logs', 'Logs', 'loki'));
  return {
    uid,
    title,
    description,
    tags: ['lodging'],
    timezone: 'utc',
    editable: false,
    graphTooltip: 1,
    refresh: '30s',
    schemaVersion: 39,
    time: { from: 'now-3h', to: 'now' },
    links: [otherDashboards()],
    annotations: { list: [firingAlerts()] },
    templating: { list: [...sources, ...variables.map(queryVariable)] },
    panels: placed(rows),
  };
}

/** Left to right, a new line where the next panel does not fit, each row under a heading of its own. */
function placed(rows: readonly Row[]): object[] {
  const panels: object[] = [];
  let y = 0;
  for (const { title, panels: ofRow } of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title,
      collapsed: false,
      panels: [],
      gridPos: at(0, y, COLUMNS, 1),
    });
    y += 1;
    let x = 0;
    let tallest = 0;
    for (const panel of ofRow) {
      if (x + panel.width > COLUMNS) {
        y += tallest;
        x = 0;
        tallest = 0;
      }
      panels.push(panelOf(panel, panels.length + 1, at(x, y, panel.width, panel.height)));
      x += panel.width;
      tallest = Math.max(tallest, panel.height);
    }
    y += tallest;
  }
  return panels;
}

function at(x: number, y: number, w: number, h: number): object {
  return { x, y, w, h };
}

function panelOf(panel: Panel, id: number, gridPos: object): object {
  const { kind, title, description, unit, queries, decimals, max } = panel;
  const source = isLogs(panel) ? LOGS : METRICS;
  return {
    id,
    type: kind,
    title,
    description,
    gridPos,
    datasource: source,
    fieldConfig: {
      defaults: {
        unit,
        min: kind === 'timeseries' ? 0 : undefined,
        max,
        decimals,
        color: { mode: kind === 'timeseries' ? 'palette-classic' : 'thresholds' },
        thresholds: { mode: 'absolute', steps: stepsOf(panel.thresholds) },
        custom: kind === 'timeseries' ? lineStyle(panel) : undefined,
        noValue: kind === 'stat' ? '–' : undefined,
      },
      overrides: [],
    },
    options: optionsOf(kind),
    transformations: kind === 'table' ? [{ id: 'merge', options: {} }, hideTime()] : undefined,
    targets: queries.map((query, index) => target(query, index, source, panel)),
  };
}

function target(query: Query, index: number, datasource: object, panel: Panel): object {
  return {
    refId: String.fromCharCode(65 + index),
    datasource,
    expr: query.expr,
    legendFormat: query.legend,
    instant: query.instant ?? false,
    range: !(query.instant ?? false),
    format: panel.kind === 'table' ? 'table' : 'time_series',
    exemplar: panel.exemplars,
  };
}

function stepsOf(thresholds: readonly Threshold[] = []): object[] {
  const steps = thresholds.map(({ from, color }) => ({ color, value: Number.isFinite(from) ? from : null }));
  return steps.length > 0 ? steps : [{ color: 'blue', value: null }];
}

function lineStyle({ stacked, thresholds }: Panel): object {
  return {
    drawStyle: 'line',
    lineWidth: 1,
    fillOpacity: stacked === true ? 40 : 8,
    showPoints: 'never',
    spanNulls: 120_000,
    stacking: { mode: stacked === true ? 'normal' : 'none', group: 'A' },
    thresholdsStyle: { mode: thresholds === undefined ? 'off' : 'dashed' },
  };
}

function optionsOf(kind: Panel['kind']): object {
  const last = { calcs: ['lastNotNull'], fields: '', values: false };
  switch (kind) {
    case 'timeseries':
      return {
        legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
        tooltip: { mode: 'multi', sort: 'desc' },
      };
    case 'stat':
      return {
        reduceOptions: last,
        colorMode: 'value',
        graphMode: 'none',
        textMode: 'value',
        justifyMode: 'center',
      };
    case 'bargauge':
      return { reduceOptions: last, orientation: 'horizontal', displayMode: 'basic', showUnfilled: true };
    case 'table':
      return { showHeader: true, cellHeight: 'sm' };
    case 'logs':
      return { showTime: true, wrapLogMessage: true, enableLogDetails: true, sortOrder: 'Descending' };
  }
}

function hideTime(): object {
  return { id: 'organize', options: { excludeByName: { Time: true }, indexByName: {}, renameByName: {} } };
}

function isLogs({ kind }: Panel): boolean {
  return kind === 'logs';
}

function sourceVariable(name: string, label: string, query: string): object {
  return {
    name,
    label,
    type: 'datasource',
    query,
    refresh: 1,
    hide: 0,
    multi: false,
    includeAll: false,
    regex: '',
  };
}

function queryVariable({ name, label, query, multiple }: Variable): object {
  return {
    name,
    label,
    type: 'query',
    datasource: METRICS,
    definition: query,
    query: { query, refId: name },
    refresh: 2,
    sort: 1,
    multi: multiple,
    includeAll: multiple,
    allValue: multiple ? '.+' : undefined,
    current: multiple ? { selected: true, text: ['All'], value: ['$__all'] } : undefined,
  };
}

function otherDashboards(): object {
  return {
    title: 'Lodging',
    type: 'dashboards',
    tags: ['lodging'],
    asDropdown: true,
    keepTime: true,
    icon: 'external link',
  };
}

/** Every panel shows when something fired. */
function firingAlerts(): object {
  return {
    name: 'Alerts',
    enable: true,
    hide: false,
    iconColor: 'red',
    datasource: METRICS,
    expr: 'ALERTS{alertstate="firing", severity="page"}',
    titleFormat: '{{alertname}}',
    textFormat: '{{service}}',
    step: '60s',
  };
}
